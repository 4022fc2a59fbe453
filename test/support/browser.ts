// A visitor's browser: keeps cookies of one site, sends forms as our own pages do, and signs in by the real pages and the e-mailed code.
import type { LightMyRequestResponse } from 'fastify';
import { openLetter } from '../../src/outbound/mail.ts';
import type { PublicationRow } from '../../src/models/publication.ts';
import type { TestService } from './service.ts';

type Fields = Readonly<Record<string, string>>;

export class Browser {
  readonly #service: TestService;
  readonly #site: PublicationRow;
  readonly cookies = new Map<string, string>();

  constructor(service: TestService, site: PublicationRow) {
    this.#service = service;
    this.#site = site;
  }

  get(url: string, headers: Fields = {}): Promise<LightMyRequestResponse> {
    return this.send('GET', url, undefined, headers);
  }

  /** As a form on a page of the site itself sends it. */
  post(url: string, form: Fields, headers: Fields = { 'sec-fetch-site': 'same-origin' }): Promise<LightMyRequestResponse> {
    return this.send('POST', url, new URLSearchParams(form).toString(), headers);
  }

  async send(method: 'GET' | 'POST' | 'HEAD', url: string, payload: string | undefined, headers: Fields): Promise<LightMyRequestResponse> {
    const path = url.startsWith(this.#site.siteUrl) ? url.slice(this.#site.siteUrl.length) : url;
    const response = await this.#service.app.inject({
      method,
      url: path,
      headers: { host: this.#site.siteHost, cookie: this.#cookieHeader(), ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    this.#keepCookies(response);
    return response;
  }

  /** Goes on by GET as long as the redirects stay on the site; returns the last answer. */
  async follow(response: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    let last = response;
    for (let hops = 0; hops < 10 && this.#isInside(locationOf(last)); hops += 1) last = await this.get(locationOf(last));
    return last;
  }

  /** Through the real pages, from where a redirect to the sign-in page leads, or from the page itself; returns the answer after the last redirect on the site. */
  async signIn(email: string, signInPage = '/sign-in'): Promise<LightMyRequestResponse> {
    return this.follow(await this.enterCode(await this.askForCode(email, signInPage), await this.newestCode(email)));
  }

  /** Returns the path of the page where the code is typed. */
  async askForCode(email: string, signInPage = '/sign-in'): Promise<string> {
    const page = await this.get(signInPage);
    const sent = await this.post('/sign-in', { ...hiddenFields(page.body), email });
    return locationOf(sent);
  }

  async enterCode(codePage: string, code: string): Promise<LightMyRequestResponse> {
    const page = await this.get(codePage);
    return this.post(codePage, { ...hiddenFields(page.body), code });
  }

  /** The digits of the newest letter to the address. */
  async newestCode(email: string): Promise<string> {
    const { database, secretKeys } = this.#service;
    const rows: { payload: string }[] = await database.knex('deliveries').where({ publicationId: this.#site.id, kind: 'mail' }).orderBy('id', 'desc').select('payload');
    const letter = rows.map(({ payload }) => openLetter(secretKeys, payload)).find(({ to }) => to === email);
    return letter?.subject.slice(0, 6) ?? '';
  }

  #isInside(location: string): boolean {
    return location.startsWith('/') || location.startsWith(`${this.#site.siteUrl}/`);
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export function locationOf(response: LightMyRequestResponse): string {
  return String(response.headers.location ?? '');
}

/** The hidden fields of the page's first form. */
export function hiddenFields(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
