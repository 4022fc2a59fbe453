// Answers the methods that a path does not take: 405 with Allow (RFC 9110, 15.5.6). Only the methods that some route of
// the scope takes are routes themselves; all others fail to match and are found here, as a route for each of the 34
// methods of every path would make up most of the time of a start.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent in a scope where no path is refused by its method. */
    otherMethods?: OtherMethods;
    /** The surface whose routes a scope registers; absent where it shares its hosts with others. */
    surface?: string;
  }
}

/** Of a part of a path, in characters. */
export const MAX_PARAMETER_LENGTH = 2048;

type Refuse = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A path and what it takes. */
interface RefusedPath {
  readonly url: string;
  readonly allowed: readonly string[];
  /** The methods of the routes around it, one of which might match the path by a parameter. */
  readonly taken: readonly string[];
  /** May throw, which the surface of the path answers. */
  readonly refuse: Refuse;
}

class OtherMethods {
  readonly #bySurface = new Map<string | undefined, Instance<HTTPVersion.V1>>();

  add(surface: string | undefined, url: string, refuse: Refuse): void {
    const known = this.#bySurface.get(surface);
    const paths = known ?? findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
    if (known === undefined) this.#bySurface.set(surface, paths);
    paths.on('GET', url, () => undefined, { refuse });
  }

  find(surface: string | undefined, url: string): Refuse | undefined {
    return this.#bySurface.get(surface)?.find('GET', url)?.store.refuse;
  }
}

/**
 * Makes refuseMethodsBut work in all scopes of the app that are registered later.
 * @param surfaceOf the surface with a host of its own that a request is for
 */
export function answerOtherMethods(
  app: FastifyInstance,
  surfaceOf: (request: FastifyRequest) => string | undefined,
): void {
  const methods = new OtherMethods();
  app.decorate('otherMethods', methods);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    return methods.find(surfaceOf(request), request.raw.url ?? '')?.(request, reply);
  });
}

export function refuseMethodsBut(scope: FastifyInstance, { url, allowed, taken, refuse }: RefusedPath): void {
  const method = taken.filter((name) => !allowed.includes(name));
  if (method.length > 0) scope.route({ method, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse });
  scope.otherMethods?.add(scope.surface, url, refuse);
}
