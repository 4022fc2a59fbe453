// golang.org/x/oauth2 with coreos/go-oidc, the clients of most Go programs (sign-in rules D2, D3, A8, A28, A29, T11, T16, T19, T20, I1, I5, U8).
import { expect, test } from 'vitest';
import { goClient } from '../../scripts/setup/go.mjs';
import { EMAIL, useProgram } from './program.ts';

const walk = useProgram(goClient);

test('D2 D3 finds everything by discovery, under one spelling of the issuer', () => {
  expect(walk().seen).toMatchObject({ issuer: walk().siteUrl, other_spelling_refused: true });
});

test('I1 I4 I5 signs a reader in and verifies the ID token: signature, issuer, audience, expiry, nonce', () => {
  const { seen, siteUrl, clientId } = walk();
  expect(seen['claims']).toMatchObject({
    iss: siteUrl,
    aud: clientId,
    email: EMAIL,
    email_verified: true,
    sid: expect.any(String),
  });
  expect(seen['altered_refused']).toBe(true);
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
  expect(seen['unregistered_redirect']).toEqual([400, '']);
  expect(seen['wrong_redirect']).toBe('invalid_grant');
});

test('T11 T19 keeps its code while it guesses how to authenticate: the attempts before the sign-in used nothing up', () => {
  expect(walk().seen['wrong_redirect_guessing']).toBe('invalid_client');
});

test('T20 redeems a code once; a second time revokes what the first one gave', () => {
  expect(walk().seen).toMatchObject({ second_redemption: 'invalid_grant', userinfo_after_replay_refused: true });
});
