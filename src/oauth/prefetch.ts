// Prefetching (RFC 9110 section 9.2.1): a request that a browser sends ahead of a click must neither issue a code nor
// sign anybody out. The browser sends the request again when the link is followed.
import type { SignInRequest } from '../http/operation.ts';
import { pageHeaders } from '../views/render.ts';

export function isPrefetch({ headers }: Pick<SignInRequest, 'headers'>): boolean {
  return /prefetch|prerender/i.test(`${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`);
}

export function prefetchRefusal(): { status: 503; headers: Record<string, string>; body: string } {
  return { status: 503, headers: { ...pageHeaders(), 'retry-after': '1' }, body: '' };
}
