// What the bench uses of oidc-provider, which brings no types of its own.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Context {
    path: string;
    body: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): RequestListener;
    on(event: string, listener: (context: unknown, error: Error) => void): void;
  }
}
