// `/dashboard/:publication`: what is missing before the first sale and before going live, with a tick for each step that
// is done and a link to where it is done; afterwards the first figures of the month, what
// needs attention, and links to the publication's pages.
import type { FastifyReply } from 'fastify';
import { readSetup, type Setup } from '../models/lifecycle/setup.ts';
import { DEFAULT_LOOK, type Look } from '../models/publication/look.ts';
import { hasAddress, type PublicationRow } from '../models/publication/publication.ts';
import { findGateway, listGateways } from '../payments/gateways.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import { readAttention, type AttentionLine } from './attention.ts';
import { readMonthAnswers, type MonthAnswer } from './month-answers.ts';
import { SECTIONS } from './navigation.ts';
import { pathOf, showDashboard, type DashboardData } from './show.ts';
import type { Visit } from './visit.ts';

interface Step {
  readonly text: string;
  readonly isDone: boolean;
  /** Whether it is the first of all that the visitor can do now. */
  readonly isNext: boolean;
  /** Where it is done; empty where the visitor may not, and for what whoever runs the service does. */
  readonly href: string;
}

declare module '../views/templates.ts' {
  interface Parts {
    steps: { readonly steps: readonly Step[] };
  }
  interface Templates {
    'dashboard/overview': DashboardData & {
      readonly steps: readonly Step[];
      readonly liveSteps: readonly Step[];
      /** Nothing is missing before the first sale. */
      readonly canSell: boolean;
      /** The first figures of the month; none where there is nothing to count yet. */
      readonly answers: readonly MonthAnswer[];
      /** What the publisher should see to now. */
      readonly attention: readonly AttentionLine[];
      /** None where the publication has no address yet. */
      readonly links: readonly { readonly text: string; readonly href: string }[];
    };
  }
}

/** What the steps are judged by. */
interface Facts {
  readonly publication: PublicationRow;
  readonly setup: Setup;
  readonly isPaid: boolean;
  /** Whether the gateway that collects moves money. */
  readonly isPaidForReal: boolean;
  readonly hasMail: boolean;
}

export async function showOverview(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const [setup, gateway] = await Promise.all([
    readSetup(publication, service.database),
    findGateway(service, publication),
  ]);
  const isForTests = listGateways(service).some(({ name, isTestOnly }) => name === gateway?.name && isTestOnly);
  const facts: Facts = {
    publication,
    setup,
    isPaid: gateway !== undefined,
    isPaidForReal: gateway !== undefined && !isForTests && service.config.environment === 'production',
    hasMail: service.config.mailUrl !== undefined,
  };
  const toDo = toSteps(visit, facts);
  const all = [...toDo, ...toLiveSteps(visit, facts)];
  const next = all.find(({ isDone, href }) => !isDone && href !== '');
  const steps = all.map((step) => ({ ...step, isNext: step === next }));
  const data = {
    steps: steps.slice(0, toDo.length),
    liveSteps: steps.slice(toDo.length),
    canSell: toDo.every(({ isDone }) => isDone),
    answers: await readMonthAnswers(service, visit),
    attention: await readAttention(service, visit),
    links: toLinks(visit.language, facts),
  };
  return showDashboard(service, visit, 'dashboard/overview', data);
}

function toSteps(visit: Visit, { publication, setup, isPaid }: Facts): Omit<Step, 'isNext'>[] {
  const { t } = visit.language;
  return [
    { text: t('dashboard.overview.plan'), isDone: setup.hasPlan, href: linkFor(visit, '/offers') },
    { text: t('dashboard.overview.offer'), isDone: setup.hasOffer, href: linkFor(visit, '/offers') },
    { text: t('dashboard.overview.payments'), isDone: isPaid, href: linkFor(visit, '/payments') },
    { text: t('dashboard.overview.look'), isDone: hasOwnLook(publication), href: linkFor(visit, '/settings') },
    { text: t('dashboard.overview.application'), isDone: setup.hasSignedIn, href: linkFor(visit, '/applications') },
    { text: t('dashboard.overview.key'), isDone: setup.hasKey, href: linkFor(visit, '/keys') },
  ];
}

function toLiveSteps(visit: Visit, { publication, isPaidForReal, hasMail }: Facts): Omit<Step, 'isNext'>[] {
  const { t } = visit.language;
  const isReached = hasAddress(publication) && publication.siteUrl.startsWith('https:');
  return [
    { text: t('dashboard.overview.live-mail'), isDone: hasMail, href: '' },
    { text: t('dashboard.overview.live-address'), isDone: isReached, href: linkFor(visit, '/address') },
    { text: t('dashboard.overview.live-payments'), isDone: isPaidForReal, href: linkFor(visit, '/payments') },
  ];
}

/** The path of a page that has a link of its own for the visitor's role; empty for any other. */
function linkFor(visit: Visit, path: string): string {
  const links = SECTIONS.flatMap((section) => section.links);
  const isOpen = links.some((link) => link.path === path && link.roles.includes(visit.session.role));
  return isOpen ? pathOf(visit, path) : '';
}

function hasOwnLook({ logo, brandColor, font, radius }: Look): boolean {
  return (
    logo !== null ||
    brandColor !== DEFAULT_LOOK.brandColor ||
    font !== DEFAULT_LOOK.font ||
    radius !== DEFAULT_LOOK.radius
  );
}

function toLinks({ t }: Language, { publication, setup }: Facts): { text: string; href: string }[] {
  if (!hasAddress(publication)) return [];
  const { siteUrl } = publication;
  return [
    { text: t('dashboard.overview.page-offers'), href: `${siteUrl}/offers` },
    { text: t('dashboard.overview.page-subscribe'), href: `${siteUrl}/subscribe` },
    ...(setup.hasFreeOffering ? [{ text: t('dashboard.overview.page-free'), href: `${siteUrl}/free_offering` }] : []),
    { text: t('dashboard.overview.page-gift'), href: `${siteUrl}/gift` },
    { text: t('dashboard.overview.page-account'), href: `${siteUrl}/` },
  ];
}
