// Authlib, the OpenID Connect client of most Python websites, with httpx (sign-in rules D3, A8, A18, A28, A29, T16, T20, I1, I4, I5, I6, U8).
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { authlibPython } from '../../scripts/setup/authlib.mjs';
import { EMAIL, useProgram } from './program.ts';

const walk = useProgram(authlibPython, ['-B', fileURLToPath(new URL('authlib/client.py', import.meta.url))]);

test('D3 finds everything by discovery', () => {
  expect(walk().seen['issuer']).toBe(walk().siteUrl);
});

test('I1 I4 I5 signs a reader in and verifies the ID token: signature, issuer, audience, times, nonce', () => {
  const { seen, siteUrl, clientId } = walk();
  expect(seen['claims']).toMatchObject({
    iss: siteUrl,
    aud: clientId,
    email: EMAIL,
    email_verified: true,
    sid: expect.any(String),
  });
  expect(seen['other_nonce']).toBe('InvalidClaimError');
  expect(seen['altered']).toBe('BadSignatureError');
});

test('U8 finds the same person at userinfo', () => {
  const { seen } = walk();
  expect(seen['userinfo']).toMatchObject({ sub: Object(seen['claims'])['sub'], email: EMAIL, plan_slugs: [] });
});

test('A28 A29 asks silently: a code of the same session while signed in, login_required otherwise', () => {
  const { seen } = walk();
  const { sub, sid } = Object(seen['claims']);
  expect(seen['silent']).toMatchObject({ sub, sid });
  expect(seen['signed_out']).toBe('login_required');
});

test('A8 T16 gets no redirect to an unregistered address, and no token for another one than it asked for', () => {
  const { seen } = walk();
  expect(seen['unregistered_redirect']).toEqual([400, null]);
  expect(seen['wrong_redirect']).toBe('invalid_grant');
});

test('T20 redeems a code once; a second time revokes what the first one gave', () => {
  const { seen } = walk();
  expect([seen['second_redemption'], seen['userinfo_after_replay']]).toEqual(['invalid_grant', 401]);
});
