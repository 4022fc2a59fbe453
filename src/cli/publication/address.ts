// masthead publication show and change-address: where a publication answers, and how it moves to another host, as on the
// page of the dashboard.
import type { Command } from 'commander';
import { checkSite, siteRulesOf } from '../../deployment.ts';
import type { Publication } from '../../models/publication/publication.ts';
import {
  changeAddress,
  isBelow,
  parseOwnHost,
  takeSiteName,
  toSiteUrl,
  type SiteRules,
} from '../../models/publication/site-address.ts';
import { askForHost, listSiteHosts } from '../../models/publication/site-host.ts';
import { checkHost, isHostReady, proofOf, type HostCheck } from '../../names/host-check.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne, remark } from '../output.ts';
import { toPublicationObject } from './publication-object.ts';

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'show',
    'Show a publication, the hosts that it left, and those that wait for their proof',
    'publication show --publication members.example.org',
  ).action(show);
  addPublicationVerb(
    noun,
    'change-address <host>',
    'Move a publication to a host whose DNS records prove it, or to a name below SITES_DOMAIN',
    'publication change-address members.example.org --publication lighthouse.sites.example.org',
  ).action(change);
}

async function show(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const hosts = await listSiteHosts(publication, database);
    const former = hosts.filter(({ host, isHeld }) => isHeld && host !== publication.siteHost);
    const waiting = hosts.filter(({ isHeld }) => !isHeld);
    const object = {
      ...toPublicationObject(publication),
      former_hosts: former.map(({ host }) => host),
      waiting_hosts: waiting.map(({ host }) => host),
    };
    printOne(options, object, asCells);
  });
}

async function change(text: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const rules = siteRulesOf(parts.config);
    const moved = isBelow(rules, text.toLowerCase())
      ? await moveToName(parts, publication, rules, text)
      : await moveToOwnHost(parts, publication, rules, text);
    parts.securityLog.record('address_changed', { publication });
    printOne(options, toPublicationObject(moved), asCells);
    remark('Readers have to sign in again, and connected websites have to learn the new address.');
  });
}

async function moveToName(
  { database }: Parts,
  publication: Publication,
  rules: SiteRules,
  text: string,
): Promise<Publication> {
  const label = text.slice(0, -`.${rules.domain}${rules.port}`.length);
  return database.transaction(async (transaction) => {
    const host = await takeSiteName(publication, transaction, rules, label);
    return changeAddress(publication, transaction, rules, { host, isProved: false });
  });
}

/** Throws Refused, which shows the DNS records that are missing. */
async function moveToOwnHost(
  { config, database }: Parts,
  publication: Publication,
  rules: SiteRules,
  text: string,
): Promise<Publication> {
  const host = parseOwnHost(rules, text);
  checkSite(config, toSiteUrl(rules, host));
  const { token } = await database.transaction((transaction) => askForHost(publication, transaction, host));
  const wanted = { host, token, target: rules.target };
  const found = await checkHost(config, wanted);
  if (!isHostReady(found)) throw new Refused(toRefusal(wanted, found));
  return database.transaction((transaction) =>
    changeAddress(publication, transaction, rules, { host, isProved: true }),
  );
}

function toRefusal(wanted: { host: string; token: string; target: string }, { proof, route }: HostCheck): string {
  const { name, value } = proofOf(wanted);
  return [
    `The DNS does not prove ${wanted.host} yet. It needs both records:`,
    `  ${wanted.host} CNAME ${wanted.target} (${route})`,
    `  ${name} TXT ${value} (${proof})`,
  ].join('\n');
}
