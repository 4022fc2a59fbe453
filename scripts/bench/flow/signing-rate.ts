// How many RS256 signatures this machine makes a second on one core: the limit that the token endpoint approaches.
import { constants, createSign, generateKeyPairSync } from 'node:crypto';

export function signaturesPerSecond(seconds: number): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = 'x'.repeat(500);
  const sign = (): Buffer =>
    createSign('RSA-SHA256').update(text).sign({ key: privateKey, padding: constants.RSA_PKCS1_PADDING });
  for (let warm = 0; warm < 200; warm += 1) sign();
  const startedAt = performance.now();
  let made = 0;
  for (; performance.now() - startedAt < seconds * 1000; made += 1) sign();
  return made / ((performance.now() - startedAt) / 1000);
}
