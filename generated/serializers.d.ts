// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
import type { Serialize } from '../src/http/check.ts';

export const BearerError: Serialize;
export const Customer: Serialize;
export const CustomerPage: Serialize;
export const Error: Serialize;
export const EventPage: Serialize;
export const JsonWebKeySet: Serialize;
export const MemberPage: Serialize;
export const OAuthError: Serialize;
export const ProviderMetadata: Serialize;
export const Subscription: Serialize;
export const TokenResponse: Serialize;
export const Userinfo: Serialize;
