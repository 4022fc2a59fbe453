// Scopes, and the claims that each of them grants (service.md, Authentication 4, ID token content, Userinfo response;
// decisions 17).
import type { Identity } from '../models/people/identity.ts';
import { AuthorizationError } from './errors.ts';

export const SCOPES = ['openid', 'email', 'profile'] as const;
type Scope = (typeof SCOPES)[number];

/** The claims that scopes grant, the same in the ID token and in userinfo; null values are left out. */
export interface CustomerClaims {
  email?: string;
  email_verified?: boolean;
  name?: string;
  plan?: string;
  plan_slugs?: string[];
}

/**
 * Returns the granted scopes: those of the request, each once and in its order (RFC 6749 section 3.3). Throws
 * AuthorizationError.
 */
export function parseScope(text: string | undefined): string {
  // service.md: scope is required and must include openid; optional are email and profile; unknown is invalid_scope.
  if (text === undefined) throw new AuthorizationError('invalid_request', 'scope is required');
  const asked = [...new Set(text.split(' ').filter((name) => name !== ''))];
  const unknown = asked.some((name) => !SCOPES.some((known) => known === name));
  if (unknown) throw new AuthorizationError('invalid_scope', `scope may hold ${SCOPES.join(', ')}`);
  if (!asked.includes('openid')) throw new AuthorizationError('invalid_scope', 'scope must include openid');
  return asked.join(' ');
}

function hasScope(granted: string, scope: Scope): boolean {
  return granted.split(' ').includes(scope);
}

/** service.md: email with scope email; name and plan with scope profile. A null value is left out. */
export function claimsOf(identity: Identity, granted: string): CustomerClaims {
  const { email, name, planSlug, planSlugs } = identity;
  const hasProfile = hasScope(granted, 'profile');
  return {
    ...(hasScope(granted, 'email') && email !== null
      ? { email, email_verified: identity.emailVerifiedAt !== null }
      : {}),
    ...(hasProfile && name !== null ? { name } : {}),
    ...(hasProfile && planSlug !== null ? { plan: planSlug } : {}),
    ...(hasProfile ? { plan_slugs: planSlugs } : {}),
  };
}
