// The one client for outgoing requests: what it refuses to connect to and what it makes of receivers that misbehave (B6, B7, B10; R-F11, R-A14).
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../src/outbound/addresses.ts';
import { createGuardedClient, type ClientOptions, type GuardedClient } from '../../src/outbound/guarded-client.ts';
import { answer, newCertificate, startReceiver, startTcpReceiver, type Answer } from '../support/outside/receiver.ts';
import { ownTime } from '../support/processes/processor-wait.ts';

const opened: { close(): Promise<void> }[] = [];
const NAME = 'receiver.example';
const PUBLIC_ADDRESS = '93.184.215.14';

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

function client(options: Partial<ClientOptions> = {}): GuardedClient {
  const made = createGuardedClient({ isLocal: false, ...options });
  opened.push(made);
  return made;
}
const local = (timeoutMilliseconds = 5000): GuardedClient => client({ isLocal: true, timeoutMilliseconds });

async function receiver(reply?: Answer, tls?: { key: string; cert: string }): ReturnType<typeof startReceiver> {
  const started = await startReceiver(reply, tls);
  opened.push(started);
  return started;
}

async function tcpReceiver(talk: Parameters<typeof startTcpReceiver>[0]): ReturnType<typeof startTcpReceiver> {
  const started = await startTcpReceiver(talk);
  opened.push(started);
  return started;
}

describe('what is never connected to', () => {
  test.each([
    'http://receiver.example/out',
    'ftp://receiver.example/out',
    'javascript:alert(1)',
    'https://user:password@receiver.example/out',
    'https://receiver.example:25/out',
    'https://receiver.example:22/out',
    'not a url',
  ])('B10 %s is refused before any name is resolved', async (url) => {
    let lookups = 0;
    const resolve = async (): Promise<string[]> => [String((lookups += 1))];
    await expect(client({ connect: { resolve } }).post(url, {})).rejects.toMatchObject({ name: 'RequestRefused' });
    expect(lookups).toBe(0);
  });

  test.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '[fd00::1]',
  ])('B10 https://%s/ is refused', async (host) => {
    const post = client().post(`https://${host}:8443/`, {});
    await expect(post).rejects.toMatchObject({ name: 'RequestRefused', message: 'not a public address' });
  });

  test('B10 a name of which every address is private is refused, and nobody is connected to', async () => {
    const trap = await tcpReceiver(() => undefined);
    const resolve = async (): Promise<string[]> => ['127.0.0.1', '::ffff:127.0.0.1', '::1'];
    await expect(client({ connect: { resolve } }).post(`https://${NAME}:${trap.port}/`, {})).rejects.toMatchObject({
      message: 'not a public address',
    });
    expect(trap.connections).toBe(0);
  });

  test('R-A14 a name that alternates between a public and a private address is resolved once a request and exchanges no byte, in 200 rounds', async () => {
    const trap = await tcpReceiver(() => undefined);
    let lookups = 0;
    const resolve = async (): Promise<string[]> => {
      lookups += 1;
      return [lookups % 2 === 1 ? PUBLIC_ADDRESS : '127.0.0.1'];
    };
    // The public one is refused as well, so that a test never reaches out to anybody.
    const guarded = client({
      connect: { resolve, isPermitted: (address) => isPublicAddress(address) && address !== PUBLIC_ADDRESS },
    });
    for (let round = 0; round < 200; round += 1) {
      await expect(guarded.post(`https://${NAME}:${trap.port}/`, { logout_token: 'secret' })).rejects.toMatchObject({
        name: 'RequestRefused',
      });
    }
    expect([lookups, trap.connections, trap.bytes]).toEqual([200, 0, 0]);
  });

  test.each(['https', 'http'])(
    'R-A14 the address at the other end of the %s connection is checked before a byte is sent',
    async (scheme) => {
      const trap = await tcpReceiver(() => undefined);
      let checks = 0;
      // Passes the look-up's answer, as a resolver that lies would, and not the connected socket.
      const isPermitted = (): boolean => (checks += 1) === 1;
      const guarded = client({ isLocal: true, connect: { resolve: async () => ['127.0.0.1'], isPermitted } });
      await expect(guarded.post(`${scheme}://${NAME}:${trap.port}/`, { logout_token: 'secret' })).rejects.toMatchObject(
        { message: 'not a public address' },
      );
      await pause(20);
      expect([checks, trap.connections, trap.bytes]).toEqual([2, 1, 0]);
    },
  );

  test('the local demo may reach its own machine by http', async () => {
    const site = await receiver();
    expect(await local().post(`http://localhost:${site.port}/out`, { a: 'b c' })).toEqual({
      status: 200,
      retryAfter: undefined,
      body: '',
    });
    expect(site.requests[0]).toMatchObject({ method: 'POST', url: '/out', body: 'a=b+c' });
  });
});

describe('TLS', () => {
  const certificate = newCertificate(NAME);
  const connect = { resolve: async () => ['127.0.0.1'], isPermitted: () => true };

  test('a receiver with a trusted certificate of its name is spoken to', async () => {
    const site = await receiver(answer(204), certificate);
    const guarded = client({ connect: { ...connect, ca: certificate.cert } });
    expect(await guarded.post(`https://${NAME}:${site.port}/`, {})).toMatchObject({ status: 204 });
  });

  test('R-F11 an untrusted certificate, another name and no TLS at all fail, and the form is not sent', async () => {
    const site = await receiver(answer(200), certificate);
    const plain = await tcpReceiver((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const trusting = client({ connect: { ...connect, ca: certificate.cert } });
    const failed = { name: 'RequestFailed', message: expect.stringMatching(/^TLS: /) };
    await expect(client({ connect }).post(`https://${NAME}:${site.port}/`, {})).rejects.toMatchObject(failed);
    await expect(trusting.post(`https://other.example:${site.port}/`, {})).rejects.toMatchObject(failed);
    await expect(trusting.post(`https://${NAME}:${plain.port}/`, {})).rejects.toMatchObject(failed);
    expect(site.requests).toHaveLength(0);
  });

  test('a receiver that is silent during the handshake is cut', async () => {
    const silent = await tcpReceiver(() => undefined);
    const guarded = client({ connect, timeoutMilliseconds: 200 });
    await expect(guarded.post(`https://${NAME}:${silent.port}/`, {})).rejects.toMatchObject({ name: 'RequestFailed' });
  });
});

describe('R-F11 receivers that misbehave', () => {
  test('one that never answers is cut after the time', async () => {
    const silent = await tcpReceiver(() => undefined);
    const started = ownTime();
    await expect(local(300).post(silent.origin, {})).rejects.toMatchObject({
      name: 'RequestFailed',
      message: 'no answer in time',
    });
    expect(ownTime() - started).toBeLessThan(1500);
  });

  test('one that drips its headers is cut after the time', async () => {
    const dripping = await tcpReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      const timer = setInterval(() => socket.write('x'), 50);
      socket.once('close', () => clearInterval(timer));
    });
    await expect(local(300).post(dripping.origin, {})).rejects.toMatchObject({ message: 'no answer in time' });
  });

  test('B6 one that drips its body has answered by its status', async () => {
    const dripping = await receiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 50);
      response.once('close', () => clearInterval(timer));
    });
    const started = ownTime();
    expect(await local(300).post(dripping.origin, {})).toMatchObject({ status: 200 });
    expect(ownTime() - started).toBeLessThan(1500);
  });

  test('B6 one that answers with an endless body is left after 4 KiB, and memory does not grow', async () => {
    let written = 0;
    const flooding = await receiver((response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', pour);
      pour();
    });
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 20; round += 1)
      expect(await local().post(flooding.origin, {})).toMatchObject({ status: 200 });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
    expect(written / 20).toBeLessThan(8 * 1024 * 1024);
  });

  test('R-F11 one that falls silent after 5 KiB of its body is not waited for: 4 KiB are all that is read', async () => {
    const pausing = await receiver((response) => void response.writeHead(200).write('x'.repeat(5120)));
    const started = ownTime();
    expect(await local().post(pausing.origin, {})).toMatchObject({ status: 200 });
    expect(ownTime() - started).toBeLessThan(3000);
  });

  test('one that answers with 1 MB of headers is cut', async () => {
    const boasting = await tcpReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${`X-Header: ${'x'.repeat(1000)}\r\n`.repeat(1000)}\r\n`);
    });
    await expect(local().post(boasting.origin, {})).rejects.toMatchObject({
      message: 'headers of the answer too large',
    });
  });

  test('one that resets the connection, closes it without a word, or speaks no HTTP fails in words that hold nothing of the request', async () => {
    const resetting = await tcpReceiver((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    const closing = await tcpReceiver((socket) => void socket.once('data', () => socket.end()));
    const gibberish = await tcpReceiver(
      (socket) => void socket.once('data', () => socket.end('220 mail.example.org ESMTP\r\n')),
    );
    const failure = (origin: string) =>
      local()
        .post(origin, { logout_token: 'secret' })
        .catch((error: Error) => error.message);
    expect(await failure(resetting.origin)).toBe('connection reset');
    expect(await failure(closing.origin)).toBe('connection closed before an answer');
    expect(await failure(gibberish.origin)).toBe('the answer is not HTTP');
  });

  test('B7 a redirect is an answer like any other and leads nowhere', async () => {
    const target = await receiver();
    const site = await receiver(answer(307, { location: target.origin }));
    expect(await local().post(site.origin, {})).toMatchObject({ status: 307 });
    expect(target.requests).toHaveLength(0);
  });
});
