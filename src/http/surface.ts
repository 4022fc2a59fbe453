// Which surface a request is for. In production the data API has a host of its own and answers there alone, and the sites answer
// everywhere else; in the local demo one address serves both, since their paths do not meet.
import type { FastifyRequest } from 'fastify';
import { isLocalDemo, type Config } from '../config.ts';

export type Surface = 'api' | 'site';

const DATE_SEGMENT = /^\/\d{4}-\d{2}-\d{2}(?=[/?]|$)/;
const API_RESOURCE = /^\/[^/?]*\/(members|customers|subscriptions)(?=[/?]|$)/;

export class Surfaces {
  readonly #apiHost: string;
  readonly #isShared: boolean;

  constructor(config: Config) {
    this.#apiHost = new URL(config.apiUrl).host;
    this.#isShared = isLocalDemo(config);
  }

  /** Whether the request's host may answer for the surface. Only the Host header counts, never a forwarded one (decisions 32). */
  isAt(request: FastifyRequest, surface: Surface): boolean {
    return this.#isShared || (surface === 'api') === this.#isApiHost(request);
  }

  /** The surface that answers where no route was found. */
  ofUnknown(request: FastifyRequest): Surface {
    const url = request.raw.url ?? '';
    const isApi = this.#isShared ? DATE_SEGMENT.test(url) || API_RESOURCE.test(url) : this.#isApiHost(request);
    return isApi ? 'api' : 'site';
  }

  #isApiHost(request: FastifyRequest): boolean {
    return request.headers.host?.toLowerCase() === this.#apiHost;
  }
}
