// Shows a page of the dashboard: its own data, and the links, the publication and the person that frame it.
import type { FastifyReply } from 'fastify';
import { randomSecret } from '../database/secrets.ts';
import { valueOf } from '../http/bodies/form.ts';
import { hasAddress } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import { csrfTokenFor } from '../site/csrf.ts';
import { FRESH, type FormState } from '../site/form.ts';
import type { FormData } from '../views/page-data.ts';
import { redirectTo, showPage, type PageOptions } from '../views/render.ts';
import type { Templates } from '../views/templates.ts';
import { isTextKey } from '../views/text.ts';
import { SECTIONS } from './navigation.ts';
import { isOperator } from './operator.ts';
import type { StaffSessionVisit, Visit } from './visit.ts';

/**
 * The frame around each page of somebody who is signed in.
 * @public used by test/structure/templates.test.ts, which checks the layout against it.
 */
export interface Shell {
  /** The publication; empty on the pages about the person. */
  readonly publication: string;
  /** Its hosted site; empty where it has none yet. */
  readonly siteUrl: string;
  readonly overview: string;
  /** The page of the address where the publication has none yet and the visitor is elsewhere; empty otherwise. */
  readonly addressWanted: string;
  readonly sections: readonly {
    /** Empty for the first links. */
    readonly heading: string;
    readonly links: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
  }[];
  readonly person: string;
  /** Whether the person operates the deployment. */
  readonly isOperator: boolean;
}

/** The data that every page of the dashboard has beside its own. */
export interface DashboardData extends FormData {
  readonly shell: Shell;
  /** What was done just now; empty for nothing. */
  readonly notice: string;
  /** Identifies this rendering of the page's forms, so that sending one twice does it once (src/dashboard/act.ts). */
  readonly formId: string;
  /** The path of the publication's pages. */
  readonly base: string;
}

declare module '../views/templates.ts' {
  interface Parts {
    /** The hidden fields of a form of the dashboard. */
    'form-tokens': { readonly csrfToken: string; readonly formId: string };
    'choice-field': LabelledField & {
      readonly options: readonly { readonly value: string; readonly text: string }[];
    };
  }
}

type DashboardTemplate = {
  [Name in keyof Templates]: Templates[Name] extends DashboardData ? Name : never;
}[keyof Templates];
type ShownState = FormState & Pick<PageOptions, 'script' | 'policy'>;
type OwnData<Name extends DashboardTemplate> = Omit<Templates[Name], keyof DashboardData>;

export function pathOf(visit: { readonly publicationId: string }, path: string): string {
  return `/dashboard/${visit.publicationId}${path}`;
}

/**
 * Redirects to a page of the publication.
 * @param done the key of a notice: `dashboard.done.KEY`
 * @param focus the id of an element that has the focus there, and is scrolled to
 */
export function goTo(visit: Visit, path: string, done?: string, focus?: string): FastifyReply {
  const query = done === undefined ? '' : `${path.includes('?') ? '&' : '?'}done=${done}`;
  const fragment = focus === undefined ? '' : `#${focus}`;
  return redirectTo(visit.reply, pathOf(visit, path) + query + fragment);
}

export function showDashboard<Name extends DashboardTemplate>(
  service: Service,
  visit: Visit,
  template: Name,
  data: OwnData<Name>,
  state: ShownState = FRESH,
): FastifyReply {
  const { session, language } = visit;
  const { t } = language;
  const base = pathOf(visit, '');
  const [current] = visit.request.url.split('?');
  const sections = SECTIONS.map(({ heading, links }) => ({
    heading: heading === undefined ? '' : t(heading),
    links: links
      .filter(({ roles, isShown }) => roles.includes(session.role) && isShown?.(service.config) !== false)
      .map(({ path, text }) => ({ href: base + path, text: t(text), isCurrent: isAt(current ?? '', base, path) })),
  })).filter(({ links }) => links.length > 0);
  const { publication } = session;
  const siteUrl = hasAddress(publication) ? publication.siteUrl : '';
  const shell: Shell = {
    publication: publication.name,
    siteUrl,
    overview: base,
    addressWanted: siteUrl !== '' || isAt(current ?? '', base, '/address') ? '' : `${base}/address`,
    sections,
    person: session.name ?? session.email,
    isOperator: isOperator(service.config, session),
  };
  return show(service, visit, { template, data, shell, base, state });
}

/** Shows a page about the person, who may belong to several publications. */
export function showStaffPage<Name extends DashboardTemplate>(
  service: Service,
  visit: StaffSessionVisit,
  template: Name,
  data: OwnData<Name>,
  state: ShownState = FRESH,
): FastifyReply {
  const { name, email } = visit.session;
  const shell: Shell = {
    publication: '',
    siteUrl: '',
    overview: '/dashboard',
    addressWanted: '',
    sections: [],
    person: name ?? email,
    isOperator: isOperator(service.config, visit.session),
  };
  return show(service, visit, { template, data, shell, base: '/dashboard', state });
}

function show<Name extends DashboardTemplate>(
  { secretKeys }: Service,
  visit: StaffSessionVisit,
  given: {
    readonly template: Name;
    readonly data: OwnData<Name>;
    readonly shell: Shell;
    readonly base: string;
    readonly state: ShownState;
  },
): FastifyReply {
  const { reply, site, session, query, language } = visit;
  const { template, state, shell, base } = given;
  const key = `dashboard.done.${valueOf(query, 'done') ?? ''}`;
  const common: DashboardData = {
    shell,
    base,
    csrfToken: csrfTokenFor(secretKeys, site, session.id),
    errors: state.errors,
    notice: isTextKey(key) ? language.t(key) : '',
    formId: randomSecret(),
  };
  // Templates[Name] is its own data and the common data, which TypeScript cannot see of a generic name.
  return showPage(reply, site, template, { ...given.data, ...common } as Templates[Name], state);
}

function isAt(current: string, base: string, path: string): boolean {
  return path === '' ? current === base : current === base + path || current.startsWith(`${base}${path}/`);
}
