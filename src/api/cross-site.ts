// Refuses writes that the page of another site made a browser send. Once somebody has typed an API key into the browser,
// it goes with every request to this host, whoever caused it.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { crossSiteRequest } from './errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** From the reference page, or from nobody's page. */
const OWN = new Set(['same-origin', 'none']);

/**
 * Our choice: Sec-Fetch-Site decides where it is sent, as by all browsers since 2023, otherwise Origin. Programs that are
 * no browser send neither. Throws ApiError.
 */
export function checkNotCrossSite({ apiUrl }: Pick<Config, 'apiUrl'>, { method, headers }: FastifyRequest): void {
  if (SAFE_METHODS.has(method)) return;
  const fetchSite = headers['sec-fetch-site'];
  const isOwn =
    typeof fetchSite === 'string' ? OWN.has(fetchSite) : headers.origin === undefined || headers.origin === apiUrl;
  if (!isOwn) throw crossSiteRequest();
}
