// A simulated browser on app.inject: keeps the cookies of one site, submits the forms of its pages as a real one does, and signs in by the real
// pages and the e-mail code.
import type { LightMyRequestResponse } from 'fastify';
import type { PublicationRow } from '../../../src/models/publication/publication.ts';
import { openMail, type StoredMail } from '../../../src/outbound/mail.ts';
import type { TestService } from '../service/service.ts';
import { formsOf, type Form } from './html.ts';

type Fields = Readonly<Record<string, string>>;

/** Among so many of the newest is a code that was just asked for. */
const RECENT_MAILS = 20;
/** The headers that browsers send with a page that the visitor opens, and with a form of the site's own page (its policy makes the Origin null). */
const OPENED = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const SENT_FROM_OWN_PAGE = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  origin: 'null',
};

export class Browser {
  readonly #service: TestService;
  readonly #site: PublicationRow;
  readonly #ip: string;
  readonly cookies = new Map<string, string>();

  /** @param ip the visitor's network address, by which limits count; by default a new one */
  constructor(service: TestService, site: PublicationRow, ip = newAddress()) {
    this.#service = service;
    this.#site = site;
    this.#ip = ip;
  }

  get(url: string, headers: Fields = OPENED): Promise<LightMyRequestResponse> {
    return this.send('GET', url, undefined, headers);
  }

  /** Sends a form as a page of the site itself does. */
  post(url: string, form: Fields, headers: Fields = SENT_FROM_OWN_PAGE): Promise<LightMyRequestResponse> {
    return this.send('POST', url, new URLSearchParams(form).toString(), headers);
  }

  async send(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    payload: string | Buffer | undefined,
    headers: Fields,
  ): Promise<LightMyRequestResponse> {
    const path = url.startsWith(this.#site.siteUrl) ? url.slice(this.#site.siteUrl.length) : url;
    const type: Fields = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await this.#service.app.inject({
      method,
      url: path,
      remoteAddress: this.#ip,
      // As a proxy sets it, which a service believes that trusts the address.
      headers: {
        host: this.#site.siteHost,
        'x-forwarded-proto': new URL(this.#site.siteUrl).protocol.slice(0, -1),
        cookie: this.#cookieHeader(),
        ...type,
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    this.#keepCookies(response);
    return response;
  }

  /** Opens a page and follows redirects on the site. */
  async open(url: string): Promise<LightMyRequestResponse> {
    return this.follow(await this.get(url));
  }

  /** Fills in and sends a form of the page (its only one, or the one with that action), and follows redirects on the site. */
  async submit(page: LightMyRequestResponse, fields: Fields = {}, action?: string): Promise<LightMyRequestResponse> {
    const form = formOf(page, action);
    return this.follow(await this.post(form.action, { ...form.fields, ...fields }));
  }

  /** Sends a form with files, as `submit` does. @param files by the names of their fields */
  async upload(
    page: LightMyRequestResponse,
    { fields = {}, files = {} }: { readonly fields?: Fields; readonly files?: Readonly<Record<string, Uint8Array>> },
    action?: string,
  ): Promise<LightMyRequestResponse> {
    const form = formOf(page, action);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form.fields, ...fields })) {
      if (!(name in files)) body.set(name, value);
    }
    for (const [name, content] of Object.entries(files))
      body.set(name, new Blob([new Uint8Array(content)]), 'chosen.bin');
    const sent = new Response(body);
    const headers = { ...SENT_FROM_OWN_PAGE, 'content-type': sent.headers.get('content-type') ?? '' };
    return this.follow(await this.send('POST', form.action, Buffer.from(await sent.arrayBuffer()), headers));
  }

  /** Follows redirects on the site; returns the last answer. */
  async follow(response: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    let last = response;
    for (let hops = 0; hops < 10 && this.#isInside(locationOf(last)); hops += 1)
      last = await this.get(locationOf(last));
    return last;
  }

  /** Signs in by the real pages, from a page that redirects to the sign-in page, or from that page; returns the answer after the last redirect on the site. */
  async signIn(email: string, signInPage = '/sign-in'): Promise<LightMyRequestResponse> {
    return this.follow(await this.enterCode(await this.askForCode(email, signInPage), await this.newestCode(email)));
  }

  /** Returns the path of the page for the e-mail code. */
  async askForCode(email: string, signInPage = '/sign-in'): Promise<string> {
    const form = formOf(await this.open(signInPage));
    return locationOf(await this.post(form.action, { ...form.fields, email }));
  }

  async enterCode(codePage: string, code: string): Promise<LightMyRequestResponse> {
    const form = formOf(await this.get(codePage));
    return this.post(form.action, { ...form.fields, code });
  }

  /** Mails to the address, the newest first. @param among so many of the newest to anybody */
  async mails(email: string, among = Number.MAX_SAFE_INTEGER): Promise<StoredMail[]> {
    const { database, secretKeys } = this.#service;
    const rows: { payload: string }[] = await database
      .knex('deliveries')
      .where({ publicationId: this.#site.id, kind: 'mail' })
      .whereNot({ payload: '' })
      .orderBy('id', 'desc')
      .limit(among)
      .select('payload');
    return rows.map(({ payload }) => openMail(secretKeys, payload)).filter(({ to }) => to === email);
  }

  /** The e-mail code in the newest mail to the address that has one. */
  async newestCode(email: string): Promise<string> {
    const codes = (mails: readonly StoredMail[]) => mails.flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
    const [code] = codes(await this.mails(email, RECENT_MAILS));
    return code ?? codes(await this.mails(email))[0] ?? '';
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

/** The page's first form, or the one with that action. */
export function formOf(page: LightMyRequestResponse, action?: string): Form {
  const form = formsOf(page.body).find((candidate) => action === undefined || candidate.action === action);
  if (form === undefined) throw new Error(`the page has no such form: ${action ?? 'none at all'} (${page.statusCode})`);
  return form;
}

/** The hidden fields of the page's first form. */
export function hiddenFields(html: string): Readonly<Record<string, string>> {
  return formsOf(html)[0]?.fields ?? {};
}

let addresses = 0;

/** An address of the network for tests (RFC 2544), never the same twice. */
function newAddress(): string {
  addresses += 1;
  return `198.18.${(addresses >> 8) & 255}.${addresses & 255}`;
}
