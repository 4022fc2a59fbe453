// Decides which surface answers a request: the data API, the publications' sites, or another one. A surface with a host
// of its own answers only there; those without one share all other hosts (in the local demo, all do) and are
// distinguished by the routes that they register.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOtherMethods } from './methods.ts';

export interface Surface {
  readonly name: string;
  /**
   * In lower case, with the port unless it is the default; undefined for a surface on every host that no other surface
   * has.
   */
  readonly host: string | undefined;
  readonly register: (scope: FastifyInstance) => Promise<void>;
  /** Answers a request that matches no route. */
  readonly refuseUnknown: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
  /** Answers a failure before routing, and one of a route without an answer of its own. */
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

type Constraint = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Stored = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>;

/** service.md, Versioning: versions are dates. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/;

export class Surfaces {
  readonly #surfaces: readonly Surface[];
  readonly #byHost: ReadonlyMap<string, Surface>;
  /** Surfaces by the first segment of their routes. */
  readonly #byFirstSegment = new Map<string, Surface>();
  /** Surfaces by the segment after the version in their routes. */
  readonly #byResource = new Map<string, Surface>();
  /** The surface with versions in its routes. */
  #versioned: Surface | undefined;

  /** @param surfaces the last one without a host answers paths that belong to none */
  constructor(surfaces: readonly Surface[]) {
    this.#surfaces = surfaces;
    this.#byHost = new Map(
      surfaces.flatMap((surface) => (surface.host === undefined ? [] : [[surface.host, surface] as const])),
    );
  }

  /**
   * Registers each surface in a scope of its own, whose routes match only on the hosts of the surface and whose failures
   * it answers.
   */
  async register(app: FastifyInstance): Promise<void> {
    if (this.#byHost.size > 0) this.#addConstraint(app);
    answerOtherMethods(app, ({ headers }) => this.#withHost(headers.host)?.name);
    for (const surface of this.#surfaces)
      await app.register(async (scope) => {
        scope.setErrorHandler(surface.fail);
        if (surface.host === undefined) this.#shareHosts(scope, surface);
        else this.#restrictHost(scope, surface);
        await surface.register(scope);
      });
  }

  /** The surface that answers a request without a matching route. */
  ofUnknown(request: FastifyRequest): Surface {
    const [, first = '', second = ''] = (request.raw.url ?? '').split(/[/?]/);
    const found =
      this.#withHost(request.headers.host) ??
      this.#byFirstSegment.get(first) ??
      this.#ofVersion(first, second) ??
      this.#surfaces.findLast(({ host }) => host === undefined);
    if (found === undefined) throw new Error('no surface answers where none has the host');
    return found;
  }

  /** The surface with versions, where the first segment is a version or the second is one of its resources. */
  #ofVersion(first: string, second: string): Surface | undefined {
    if (VERSION.test(first)) return this.#versioned;
    return first === '' ? undefined : this.#byResource.get(second);
  }

  /** Decisions 32: only the Host header counts, not a forwarded one. */
  #withHost(host: string | undefined): Surface | undefined {
    return this.#byHost.size === 0 || host === undefined ? undefined : this.#byHost.get(host.toLowerCase());
  }

  #restrictHost(scope: FastifyInstance, { name }: Surface): void {
    scope.decorate('surface', name);
    scope.addHook('onRoute', (route) => {
      route.constraints = { surface: name };
    });
  }

  #shareHosts(scope: FastifyInstance, surface: Surface): void {
    scope.addHook('onRoute', ({ url }) => this.#keepPath(surface, url));
    scope.addHook('onRequest', (request, reply, done) =>
      this.#withHost(request.headers.host) === undefined ? done() : reply.callNotFound(),
    );
  }

  #keepPath(surface: Surface, url: string): void {
    const [, first = '', second = ''] = url.split('/');
    if (first !== '' && !this.#byFirstSegment.has(first)) this.#byFirstSegment.set(first, surface);
    if (!VERSION.test(first)) return;
    this.#versioned = surface;
    this.#byResource.set(second, surface);
  }

  /** Makes the host part of routing, so that a surface with a host may have the same paths as others. */
  #addConstraint(app: FastifyInstance): void {
    app.addConstraintStrategy({
      name: 'surface',
      storage: () => {
        const handlers = new Map<unknown, Stored>();
        return { get: (name) => handlers.get(name) ?? null, set: (name, handler) => void handlers.set(name, handler) };
      },
      deriveConstraint: (request) => this.#withHost(request.headers.host)?.name,
      validate: () => undefined,
    });
  }
}
