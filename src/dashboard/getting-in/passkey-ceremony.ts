// The ceremonies of passkeys (WebAuthn Level 3, sections 7.1 and 7.2): what the browser is asked, and the checks of what it
// answers. The person is always verified by the authenticator, and only pages of the dashboard's own origin count.
import { z } from 'zod';
import { HOUSE_NAME } from '../../models/publication/house.ts';
import { newChallenge, type ChallengeUse, type SignedChallenge } from '../../models/staff/passkey-challenge.ts';
import { findPasskey, type NewPasskey, type Passkey } from '../../models/staff/passkey.ts';
import type { StaffSession } from '../../models/staff/staff-session.ts';
import type { Service } from '../../service.ts';
import type { Site } from '../../site/site.ts';

/**
 * Loaded by the first ceremony of a process: it takes 25 MB and a quarter of a second, which a service whose staff signs in
 * elsewhere does not spend.
 */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053), which all authenticators between them know. */
const ALGORITHMS = [-8, -7, -257];
const TEXT = z.string().max(16_384);
const BASE64URL = TEXT.regex(/^[\w-]+$/);

const assertion = z.object({
  id: BASE64URL,
  rawId: BASE64URL,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: BASE64URL,
    authenticatorData: BASE64URL,
    signature: BASE64URL,
    /** The staff id, which a discoverable credential carries. */
    userHandle: BASE64URL.default(''),
  }),
});
const registration = z.object({
  id: BASE64URL,
  rawId: BASE64URL,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: BASE64URL,
    attestationObject: BASE64URL,
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8),
  }),
});
const clientData = z.object({ challenge: BASE64URL });

type Answer = ChallengeUse & { /** As JSON. */ readonly credential: string };

/** Returns what the browser is asked, as JSON. @param own the passkeys that may answer; any where it is absent */
export async function askForPasskey(
  { secretKeys, clock }: Service,
  site: Site,
  use: ChallengeUse,
  own?: readonly Passkey[],
): Promise<string> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(site),
    challenge: toBytes(newChallenge(secretKeys, clock, use)),
    userVerification: 'required',
    ...(own === undefined ? {} : { allowCredentials: own.map(toDescriptor) }),
  });
  return JSON.stringify(options);
}

export async function askForNewPasskey(
  { secretKeys, clock }: Service,
  site: Site,
  session: StaffSession,
  own: readonly Passkey[],
): Promise<string> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: HOUSE_NAME,
    rpID: relyingPartyOf(site),
    userID: toBytes(session.staffId),
    userName: session.email,
    userDisplayName: session.name ?? session.email,
    challenge: toBytes(newChallenge(secretKeys, clock, { ceremony: 'registration', holder: session.id })),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.map(toDescriptor),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return JSON.stringify(options);
}

/**
 * The passkey that signed, with its new counter; undefined for an answer that is not valid. What it signed counts only once
 * `usePasskey` has used it up.
 */
export async function checkPasskey(
  { database }: Service,
  site: Site,
  answer: Answer,
): Promise<(Pick<Passkey, 'id' | 'staffId' | 'counter'> & { readonly signed: SignedChallenge }) | undefined> {
  const response = parseJson(assertion, answer.credential);
  const written = response && challengeIn(response.response.clientDataJSON);
  const passkey = response && (await findPasskey(database, response.id));
  if (response === undefined || written === undefined || passkey === undefined) return undefined;
  const { id, staffId, credentialId, counter } = passkey;
  // Whoever is not known yet is identified by the credential (section 7.2, step 6).
  const { userHandle } = response.response;
  const isTheirs =
    (answer.ceremony === 'proof' && userHandle === '') || userHandle === Buffer.from(staffId).toString('base64url');
  if (!isTheirs) return undefined;
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: written,
      expectedOrigin: site.siteUrl,
      expectedRPID: relyingPartyOf(site),
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: fromBase64url(passkey.publicKey), counter },
    });
    return verified
      ? { id, staffId, counter: authenticationInfo.newCounter, signed: toSigned(answer, written) }
      : undefined;
  } catch {
    // It throws for each check that fails.
    return undefined;
  }
}

/**
 * What is stored of a new passkey; undefined for an answer that is not valid. What it signed counts only once `addPasskey`
 * has used it up.
 */
export async function checkNewPasskey(
  site: Site,
  answer: Answer,
): Promise<Omit<NewPasskey, 'staffId' | 'name'> | undefined> {
  const response = parseJson(registration, answer.credential);
  if (response === undefined || !(await isWithoutCertificates(response.response.attestationObject))) return undefined;
  const written = challengeIn(response.response.clientDataJSON);
  if (written === undefined) return undefined;
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: written,
      expectedOrigin: site.siteUrl,
      expectedRPID: relyingPartyOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: response.response.transports.join(','),
      signed: toSigned(answer, written),
    };
  } catch {
    // As above.
    return undefined;
  }
}

/**
 * We ask for no attestation. One with certificates is refused before it is looked at, since checking it could fetch
 * revocation lists from addresses that the sender chose.
 */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(Uint8Array.from(fromBase64url(attestationObject)));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** The challenge that was signed, as the browser writes it; undefined for what cannot be read. */
function challengeIn(clientDataJSON: string): string | undefined {
  return parseJson(clientData, fromBase64url(clientDataJSON).toString())?.challenge;
}

function toSigned({ ceremony, holder }: ChallengeUse, written: string): SignedChallenge {
  return { ceremony, holder, challenge: fromBase64url(written).toString() };
}

/** The host of the dashboard (WebAuthn section 5.1.2): passkeys made there work on no other. */
function relyingPartyOf({ siteUrl }: Site): string {
  return new URL(siteUrl).hostname;
}

function toDescriptor({ credentialId, transports }: Passkey): { id: string; transports: string[] } {
  return { id: credentialId, transports: transports === '' ? [] : transports.split(',') };
}

function parseJson<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}

function fromBase64url(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'base64url');
}
