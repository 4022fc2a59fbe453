// Signatures of pushed events, made by the official library of Standard Webhooks.
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { client } from './built.ts';

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
const SECRET = newSecret();
const BODY = JSON.stringify({ id: 'evt_1', type: 'customer.created', data: { name: 'Åsa 雑誌' } });

/** A request as the service would send it. */
function signed({ secret = SECRET, at = new Date(), body = BODY } = {}): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  };
}
const verify = (body: string | Uint8Array, headers: object, secret: string | string[] = SECRET): Promise<unknown> =>
  client.verifyEvent(body, headers, secret);

describe('an event', () => {
  test('passes by text or bytes, by Headers or plain object', async () => {
    expect(await verify(BODY, signed())).toEqual(JSON.parse(BODY));
    expect(await verify(new TextEncoder().encode(BODY), new Headers(signed()))).toEqual(JSON.parse(BODY));
  });

  test('passes by either secret while they are being changed', async () => {
    const next = newSecret();
    expect(await verify(BODY, signed({ secret: next }), [SECRET, next])).toEqual(JSON.parse(BODY));
    const headers = signed();
    const both = {
      ...headers,
      'webhook-signature': `v1,AAAA v1a,ignored ${signed({ secret: next })['webhook-signature']} ${headers['webhook-signature']}`,
    };
    expect(await verify(BODY, both)).toEqual(JSON.parse(BODY));
  });

  test('is refused with another body, id, time or secret', async () => {
    await expect(verify(`${BODY} `, signed())).rejects.toBeInstanceOf(client.EventSignatureError);
    await expect(verify(BODY, { ...signed(), 'webhook-id': 'evt_2' })).rejects.toBeInstanceOf(
      client.EventSignatureError,
    );
    await expect(
      verify(BODY, { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }),
    ).rejects.toBeInstanceOf(client.EventSignatureError);
    await expect(verify(BODY, signed(), newSecret())).rejects.toBeInstanceOf(client.EventSignatureError);
  });

  test.each([-301_000, 301_000])('is refused %i ms away from its time', async (offset) => {
    await expect(verify(BODY, signed({ at: new Date(Date.now() + offset) }))).rejects.toBeInstanceOf(
      client.EventSignatureError,
    );
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused without %s', async (name) => {
    const headers = signed();
    delete headers[name];
    await expect(verify(BODY, headers)).rejects.toBeInstanceOf(client.EventSignatureError);
    await expect(verify(BODY, { ...signed(), [name]: 'nonsense' })).rejects.toBeInstanceOf(client.EventSignatureError);
  });
});
