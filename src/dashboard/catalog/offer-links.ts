// `/dashboard/:publication/offers/:offer/links`: the links of an offer's pages ready to copy, with where the reader goes on
// afterwards and with a discount code.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listDiscountCodes } from '../../models/catalog/discount-code.ts';
import type { Offer } from '../../models/catalog/offer.ts';
import { listContinueHosts } from '../../models/publication/continue-host.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { FRESH } from '../../site/form.ts';
import type { FormError } from '../../views/page-data.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { offerOf } from './offer-form.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/offer-links': DashboardData & {
      readonly id: string;
      readonly name: string;
      readonly isArchived: boolean;
      readonly links: readonly { readonly text: string; readonly href: string }[];
      readonly continueUrl: string;
      /** The hosts that a reader may be sent to; empty for none. */
      readonly hosts: string;
      readonly code: string;
      readonly codes: readonly string[];
    };
  }
}

export async function showOfferLinks(service: Service, visit: Visit): Promise<FastifyReply> {
  const { query, session, language } = visit;
  const { publication } = session;
  const { t } = language;
  const offer = await offerOf(service, visit);
  const typed = { continueUrl: valueOf(query, 'continue_url')?.trim() ?? '', code: valueOf(query, 'code') ?? '' };
  const continueUrl = await findContinueUrl(service, publication, typed.continueUrl);
  const codes = await codesFor(service, visit, offer);
  const code = codes.find((known) => known === typed.code);
  const errors: FormError[] = [];
  if (typed.continueUrl !== '' && continueUrl === undefined)
    errors.push({ field: 'continue_url', message: t('dashboard.fault.continue_url') });
  if (typed.code !== '' && code === undefined) errors.push({ field: 'code', message: t('dashboard.fault.link-code') });
  const linkTo = (path: string): string => publication.siteUrl + pathWith(path, { code, continue_url: continueUrl });
  const page = `/offers/${offer.slug}`;
  const links = [
    { text: t('dashboard.offers.page'), href: linkTo(page) },
    { text: t('dashboard.offers.subscribe'), href: linkTo(`${page}/subscribe`) },
  ];
  const hosts = (await listContinueHosts(publication, service.database)).join(', ');
  const { id, name, archivedAt } = offer;
  const data = { id, name, isArchived: archivedAt !== null, links, hosts, codes, ...typed };
  return showDashboard(service, visit, 'dashboard/catalog/offer-links', data, { ...FRESH, errors });
}

/** The codes that readers can use for the offer, as they are written. */
async function codesFor({ database, clock }: Service, { session }: Visit, { slug }: Offer): Promise<string[]> {
  const now = clock.now().getTime();
  return (await listDiscountCodes(session.publication, database))
    .filter(({ archivedAt, validUntil }) => archivedAt === null && (validUntil === null || validUntil > now))
    .filter(({ offerSlugs }) => offerSlugs.length === 0 || offerSlugs.includes(slug))
    .map(({ code }) => code);
}
