// A publication: the tenant. Its site_url is the issuer of its tokens, the root of its pages, and what the Host header
// is matched against.
import { Model } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { environmentOf } from '../../database/environment.ts';
import { newId } from '../../database/ids.ts';
import { ofAllPublications, statement } from '../../database/statement.ts';
import { isLoopbackHost } from '../../loopback.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { checkNotAway, type MoveState } from '../move-state.ts';
import { beginEventLog } from '../outbox/event-log.ts';
import type { Tenant } from '../record.ts';
import { parseRequiredName } from '../text-fields.ts';
import {
  parseDetails,
  PUBLICATION_TEXTS,
  type Details,
  type GivenDetails,
  type PausesSetBy,
  type PlansPerReader,
} from './details.ts';
import { checkBrandColor, checkFont, checkRadius, DEFAULT_LOOK, type FontName, type Look } from './look.ts';
import { publicationColumns } from './publication-columns.ts';
import { takeHost } from './site-host.ts';
import { changeTexts, type GivenTexts } from './texts.ts';

export class Publication extends Model {
  static override tableName = 'publications';
  declare id: string;
  declare name: string;
  /** An origin without a trailing slash, such as https://members.example.org. */
  declare siteUrl: string;
  /** The host of site_url, with the port unless it is the scheme's default, as a Host header spells it. */
  declare siteHost: string;
  declare brandColor: string;
  declare font: FontName;
  declare radius: number;
  declare logo: string | null;
  declare darkLogo: string | null;
  declare homeUrl: string | null;
  declare contactEmail: string | null;
  declare description: string | null;
  declare imprintUrl: string | null;
  declare termsUrl: string | null;
  declare privacyUrl: string | null;
  declare withdrawalUrl: string | null;
  declare senderName: string | null;
  declare replyTo: string | null;
  declare mailFrom: string | null;
  declare cover: string | null;
  declare plansPerReader: PlansPerReader;
  declare pausesSetBy: PausesSetBy;
  declare languages: string;
  declare texts: string | null;
  /** BCP 47 language tag of pages and mails. */
  declare locale: string;
  /** IANA name of the time zone in which its pages name times. */
  declare timeZone: string;
  declare createdAt: number;
  /** Null for one that answers here (move-state.ts). */
  declare moveState: MoveState | null;
  declare moveCopy: string | null;
}

export interface NewPublication extends GivenDetails {
  name: string;
  /** Without it, the publication answers nowhere until it has proved that a host is its own. */
  siteUrl?: string | undefined;
  brandColor?: string;
  /** One of FONTS. */
  font?: string;
  /** In CSS pixels. */
  radius?: number;
  locale?: string;
  timeZone?: string;
}

const DEFAULT_LOCALE = 'en';
const DEFAULT_TIME_ZONE = 'UTC';
/** The row of the deployment itself (house.ts), which is in no list. */
export const HOUSE_ID = 'pub_00000000000000000000000000';

const byHost = ofAllPublications(
  statement<FoundPublication>(
    'publication_by_host',
    `select p.id, p.name, ${publicationColumns} from publications p where p.site_host = ?`,
  ),
);

/** What route handlers know of the publication that a request addresses. */
export type PublicationRow = Pick<
  Publication,
  'id' | 'name' | 'siteUrl' | 'siteHost' | 'locale' | 'timeZone' | keyof Look | keyof Details
>;

/** A publication as the look-ups of the doors find it, before it is asked whether it is being moved. */
export type FoundPublication = PublicationRow & Pick<Publication, 'moveState'>;

export async function createPublication(
  transaction: Transaction,
  clock: Clock,
  given: NewPublication,
): Promise<Publication> {
  const createdAt = clock.now();
  const id = newId('pub', createdAt);
  const site = given.siteUrl === undefined ? undefined : await parseSiteUrl(transaction, given.siteUrl);
  if (site !== undefined) await checkFree(transaction, id, site.host);
  const publication = await Publication.query(transaction.knex).insertAndFetch({
    id,
    name: parseRequiredName(given.name),
    ...noAddress(id),
    brandColor: checkBrandColor(given.brandColor ?? DEFAULT_LOOK.brandColor),
    font: checkFont(given.font ?? DEFAULT_LOOK.font),
    radius: checkRadius(given.radius ?? DEFAULT_LOOK.radius),
    locale: checkLocale(given.locale ?? DEFAULT_LOCALE),
    timeZone: checkTimeZone(given.timeZone ?? DEFAULT_TIME_ZONE),
    ...parseDetails(given, []),
    createdAt: createdAt.getTime(),
  });
  await beginEventLog(publication, transaction);
  return site === undefined ? publication : moveTo(publication, transaction, site);
}

/** Neither can be anybody's: no browser sends such a Host header, and nobody can register a name under `.invalid`. */
function noAddress(id: string): Pick<Publication, 'siteUrl' | 'siteHost'> {
  return { siteUrl: `https://${id.replace('_', '-')}.invalid`, siteHost: `(${id})` };
}

/** Whether readers can reach the publication at all. */
export function hasAddress({ siteHost }: Pick<Publication, 'siteHost'>): boolean {
  return !siteHost.startsWith('(');
}

/**
 * Changes the given fields only. A new site URL is a new issuer: tokens signed before are no longer this publication's.
 * The former host stays the publication's and leads to the new one. Throws InvalidValue, NotFound, and Conflict for
 * another publication's site URL.
 * @param mailDomains the domains from which the operator lets mails come
 */
export async function updatePublication(
  connection: Transaction,
  id: string,
  given: Partial<NewPublication>,
  mailDomains: readonly string[] = [],
): Promise<Publication> {
  const site = given.siteUrl === undefined ? undefined : await parseSiteUrl(connection, given.siteUrl);
  if (site !== undefined) await checkFree(connection, id, site.host);
  const publication = await getPublication(connection, id);
  const moved = site === undefined ? publication : await moveTo(publication, connection, site);
  const changes = parseSettings(given, mailDomains);
  if (Object.keys(changes).length === 0) return moved;
  return Publication.query(connection.knex).patchAndFetchById(id, changes);
}

/** Throws Conflict for a host that is another publication's. */
export async function moveTo(publication: Publication, transaction: Transaction, site: URL): Promise<Publication> {
  await takeHost(publication, transaction, site.host);
  const address = { siteUrl: site.origin, siteHost: site.host };
  return Publication.query(transaction.knex).patchAndFetchById(publication.id, address);
}

/** Throws Conflict for a host at which another publication answers. */
async function checkFree(connection: Connection, id: string, host: string): Promise<void> {
  const known = await connection.first(byHost, [host.toLowerCase()]);
  if (known && known.id !== id) throw new Conflict('site_url', `The publication ${known.id} already has this site URL`);
}

/** What its pages and mails show of the publication itself; its images are written apart (logo.ts). */
export type PublicationSettings = Pick<Publication, 'name' | 'brandColor' | 'font' | 'radius' | 'locale' | 'timeZone'> &
  Omit<Details, 'cover' | 'texts'>;

/**
 * Parses the given fields. Throws InvalidValue.
 * @param mailDomains the domains from which the operator lets mails come
 */
export function parseSettings(
  given: Partial<Omit<NewPublication, 'siteUrl'>>,
  mailDomains: readonly string[],
): Partial<PublicationSettings> {
  return {
    ...parseDetails(given, mailDomains),
    ...(given.name !== undefined && { name: parseRequiredName(given.name) }),
    ...(given.brandColor !== undefined && { brandColor: checkBrandColor(given.brandColor) }),
    ...(given.font !== undefined && { font: checkFont(given.font) }),
    ...(given.radius !== undefined && { radius: checkRadius(given.radius) }),
    ...(given.locale !== undefined && { locale: checkLocale(given.locale) }),
    ...(given.timeZone !== undefined && { timeZone: checkTimeZone(given.timeZone) }),
  };
}

/** Changes what it says of itself in other languages. Throws InvalidValue and NotFound. */
export async function changePublicationTexts(
  transaction: Transaction,
  id: string,
  given: GivenTexts,
): Promise<Publication> {
  const found = await Publication.query(transaction.knex).findById(id).forNoKeyUpdate();
  if (found === undefined) throw new NotFound(`No such publication: ${id}`);
  const texts = changeTexts(found.texts, given, found, PUBLICATION_TEXTS);
  return Publication.query(transaction.knex).patchAndFetchById(id, { texts });
}

/** Throws PublicationAway. */
export async function findPublicationByHost(connection: Connection, host: string): Promise<PublicationRow | undefined> {
  const found = await connection.first(byHost, [host.toLowerCase()]);
  if (found !== undefined) checkNotAway(found);
  return found;
}

/** Throws NotFound. */
export async function getPublication(connection: Connection, id: string): Promise<Publication> {
  const found = await Publication.query(connection.knex).findById(id);
  if (found === undefined) throw new NotFound(`No such publication: ${id}`);
  return found;
}

export async function findPlansPerReader(publication: Tenant, connection: Connection): Promise<PlansPerReader> {
  const found = await Publication.query(connection.knex).findById(publication.id).select('plansPerReader');
  return found?.plansPerReader ?? 'one';
}

/** Without those that answer in another database, or are being copied from there. */
export async function listPublications(connection: Connection): Promise<Publication[]> {
  const all = await Publication.query(connection.knex).whereNot({ id: HOUSE_ID }).orderBy('id', 'desc');
  return all.filter(({ moveState }) => moveState === null || moveState === 'leaving');
}

/** @param name its id, host or site URL. Also one that is being moved. */
export async function findPublicationNamed(connection: Connection, name: string): Promise<Publication | undefined> {
  const found = Publication.query(connection.knex).where((named) => {
    void named.where({ id: name }).orWhere({ siteHost: name }).orWhere({ siteUrl: name });
  });
  return found.whereNot({ id: HOUSE_ID }).first();
}

export async function listSiteUrls(connection: Connection): Promise<string[]> {
  return (await Publication.query(connection.knex).select('siteUrl')).map(({ siteUrl }) => siteUrl);
}

/**
 * service.md, top: {site_url} is the publication's hosted site. Only one spelling is accepted: an https origin, since
 * it is also the issuer (Discovery 3). Our choice: plain http on loopback hosts of a test environment, where the local
 * demo runs.
 */
async function parseSiteUrl(connection: Connection, text: string): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || /[?#@\\]/.test(text)) {
    throw new InvalidValue(
      'site_url',
      'site_url must be an address without user name, path, query or fragment, such as https://members.example.org',
    );
  }
  const isDemo = isLoopbackHost(url.hostname) && (await environmentOf(connection)) === 'test';
  if (url.protocol !== 'https:' && !isDemo)
    throw new InvalidValue('site_url', 'site_url must be an https address: ID tokens name it as their issuer');
  return url;
}

/** Returns the canonical tag. Dates and amounts are formatted by Intl, which throws for a tag that it cannot parse. */
function checkLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? DEFAULT_LOCALE;
  } catch {
    throw new InvalidValue('locale', 'locale must be a BCP 47 language tag such as en or de-CH');
  }
}

/** Returns the name as Intl spells it, which formats times and throws for one that it does not know. */
function checkTimeZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidValue('time_zone', 'time_zone must be the name of a time zone such as Europe/Berlin');
  }
}
