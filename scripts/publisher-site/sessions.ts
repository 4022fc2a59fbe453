// This website's own sessions. They are kept in memory to keep the example short: keep yours where your website keeps its data.
import { randomBytes } from 'node:crypto';
import type { IDToken } from 'openid-client';

/** A reader who is signed in here. */
export interface Session {
  readonly idToken: string;
  readonly accessToken: string;
  readonly claims: IDToken;
}

/** A sign-in that was begun: what the answer must fit. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** A check without any page (prompt=none). */
  readonly isSilent: boolean;
}

/** Attempts that never came back are dropped, oldest first. */
const MAX_ATTEMPTS = 1000;

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #attempts = new Map<string, Attempt>();

  /** Returns the value for the cookie. */
  start(session: Session): string {
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, session);
    return id;
  }

  find(id: string | undefined): Session | undefined {
    return id === undefined ? undefined : this.#sessions.get(id);
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id);
  }

  /** Ends what a logout token names: every session here that began in the service's session `sid`. */
  endBySid(sid: string): void {
    for (const [id, { claims }] of this.#sessions) if (claims['sid'] === sid) this.#sessions.delete(id);
  }

  /** Returns the value for the cookie that ties the answer to this browser. */
  begin(attempt: Attempt): string {
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size >= MAX_ATTEMPTS && oldest !== undefined) this.#attempts.delete(oldest);
    const id = randomBytes(32).toString('base64url');
    this.#attempts.set(id, attempt);
    return id;
  }

  /** An attempt is good for one answer. */
  take(id: string | undefined): Attempt | undefined {
    const attempt = id === undefined ? undefined : this.#attempts.get(id);
    if (id !== undefined) this.#attempts.delete(id);
    return attempt;
  }
}
