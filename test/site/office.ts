// A site that is no publication's, as the tests mount it beside the publications': one host, its own sessions, and roles. Its pages have the
// paths of publications' pages, so that nothing but the host tells them apart.
import type { FastifyReply } from 'fastify';
import { randomSecret } from '../../src/database/secrets.ts';
import { valueOf } from '../../src/http/bodies/form.ts';
import type { Surface } from '../../src/http/surface.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { DEFAULT_LOOK } from '../../src/models/publication/look.ts';
import type { Service } from '../../src/service.ts';
import { ensureBrowserCookie } from '../../src/site/browser-cookie.ts';
import { readCookie, writeCookie } from '../../src/site/cookie.ts';
import { csrfTokenFor } from '../../src/site/csrf.ts';
import { pathWith, toOwnPath } from '../../src/site/destinations.ts';
import { errorPagesOf } from '../../src/site/errors.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../src/site/form.ts';
import { registerSite } from '../../src/site/pages.ts';
import type { Place, Site, SiteKind } from '../../src/site/site.ts';
import type { FormVisit, Page, SessionFormVisit, SessionVisit, Visit } from '../../src/site/visit.ts';
import { registerAssets } from '../../src/views/assets.ts';
import { redirectTo, showPage } from '../../src/views/render.ts';

type Role = 'editor' | 'viewer' | 'guest';

interface StaffSession {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

export const OFFICE_HOST = 'office.example.test';
/** Who types an address of this domain has to prove first that it is them. */
export const SENSITIVE_DOMAIN = 'board.example.org';
const OFFICE: Site = {
  ...DEFAULT_LOOK,
  id: 'office',
  name: 'The Office',
  siteUrl: `https://${OFFICE_HOST}`,
  locale: 'en',
  languages: 'de,en',
  timeZone: 'UTC',
  home: '/email-address',
  navigation: [{ href: '/email-address', text: 'email-address.heading' }],
  cookies: { session: 'office_session', browser: 'office_browser', device: 'office_device' },
};

export class Office {
  readonly #sessions = new Map<string, StaffSession>();
  /** The addresses that were sent by the form of the page for editors. */
  readonly taken: string[] = [];
  /** The sessions whose holders proved lately that it is them. */
  readonly #proved = new Set<string>();

  /** The value of the cookie of a new session. */
  signIn(role: Role): string {
    const value = randomSecret();
    this.#sessions.set(value, { id: `session ${value}`, email: `${role}@example.org`, role });
    return value;
  }

  /** As if the holder of the cookie had just proved that it is them. */
  prove(cookie: string): void {
    this.#proved.add(this.#sessions.get(cookie)?.id ?? '');
  }

  readonly kind: SiteKind<Place, StaffSession, Role> = {
    findPlace: async (_service, { headers }) => (headers.host === OFFICE_HOST ? { site: OFFICE } : undefined),
    findSession: async (_service, { site }, request) =>
      this.#sessions.get(readCookie(site, request, site.cookies.session) ?? ''),
    roleOf: ({ role }) => role,
    signInPath: () => '/sign-in',
    proofPath: (_service, { id }, target) =>
      this.#proved.has(id) ? undefined : pathWith('/prove', { return_to: target }),
    errors: [],
  };

  readonly pages: readonly Page<Place, StaffSession, Role>[] = [
    {
      path: '/sign-in',
      show: (service, visit) => showSignIn(service, visit, { email: '', returnTo: valueOf(visit.query, 'return_to') }),
      form: {
        holder: 'browser',
        submit: (service, visit) => this.#submitSignIn(service, visit),
        startAgain: '/sign-in',
      },
    },
    {
      path: '/email-address',
      roles: ['editor', 'viewer'],
      show: (service: Service, visit: SessionVisit<Place, StaffSession>) =>
        showAddress(service, visit, valueOf(visit.query, 'email') ?? '', FRESH),
      form: {
        holder: 'session',
        roles: ['editor'],
        isSensitive: async (_service, { form }) => fieldOf(form, 'email').endsWith(`@${SENSITIVE_DOMAIN}`),
        keeps: ['email'],
        submit: (service, visit) => this.#submitAddress(service, visit),
        startAgain: '/email-address',
      },
    },
  ];

  surface(service: Service): Surface {
    const fail = errorPagesOf(service, this.kind);
    return {
      name: 'office',
      host: OFFICE_HOST,
      register: async (scope) => {
        registerAssets(scope);
        await registerSite(scope, service, this.kind, this.pages);
      },
      refuseUnknown: (request, reply) => fail({ statusCode: 404 }, request, reply),
      fail,
    };
  }

  async #submitSignIn(service: Service, visit: FormVisit<Place>): Promise<FastifyReply> {
    const [email, returnTo] = [fieldOf(visit.form, 'email'), fieldOf(visit.form, 'return_to')];
    const { errors } = parseField(visit.language, () => parseEmailAddress(email));
    if (errors.length > 0) return showSignIn(service, visit, { email, returnTo }, faulty(errors));
    const cookie = writeCookie(visit.site, visit.site.cookies.session, this.signIn('editor'), 3600);
    return redirectTo(visit.reply, toOwnPath(returnTo, /^\/email-address(?:$|\?)/) ?? '/', [cookie]);
  }

  async #submitAddress(service: Service, visit: SessionFormVisit<Place, StaffSession>): Promise<FastifyReply> {
    const email = fieldOf(visit.form, 'email');
    const { errors } = parseField(visit.language, () => parseEmailAddress(email));
    if (errors.length > 0) return showAddress(service, visit, email, faulty(errors));
    this.taken.push(email);
    return redirectTo(visit.reply, '/email-address');
  }
}

async function showSignIn(
  service: Service,
  { request, reply, site }: Visit<Place>,
  { email, returnTo }: { readonly email: string; readonly returnTo: string | undefined },
  state: FormState = FRESH,
): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(site, request);
  const csrfToken = csrfTokenFor(service.secretKeys, site, browser.value);
  const data = { csrfToken, errors: state.errors, email, returnTo: returnTo ?? '', applicationName: '' };
  return showPage(reply, site, 'sign-in/sign-in', data, { ...state, cookies: [browser.setCookie] });
}

async function showAddress(
  { secretKeys }: Service,
  { reply, site, session }: SessionVisit<Place, StaffSession>,
  email: string,
  state: FormState,
): Promise<FastifyReply> {
  const csrfToken = csrfTokenFor(secretKeys, site, session.id);
  const data = { csrfToken, errors: state.errors, email, currentEmail: session.email };
  return showPage(reply, site, 'account/email-address', data, state);
}
