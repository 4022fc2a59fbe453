// `/dashboard/:publication/signing-keys`: the public keys that sign ID tokens and logout tokens, as PEM blocks to copy
// (service.md, Authentication 5; decisions 46). They belong to the whole deployment; its operator rotates them.
import type { FastifyReply } from 'fastify';
import type { Service } from '../../service.ts';
import { SIGNING_ALGORITHM, type ListedSigningKey } from '../../tokens/signing-keys.ts';
import { formatMoment } from '../../views/formats.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/signing-keys': DashboardData & {
      readonly keys: readonly {
        /** By their names in a key set (RFC 7517). */
        readonly facts: readonly { readonly name: string; readonly value: string }[];
        readonly heading: string;
        readonly times: string;
        readonly pem: string;
      }[];
      /** When the next key begins to sign; empty where no rotation is planned. */
      readonly rotation: string;
      readonly pemUrl: string;
      readonly allUrl: string;
      readonly jwksUrl: string;
    };
  }
}

export async function showSigningKeys(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const keys = await service.signingKeys.published();
  const next = keys.find(({ state }) => state === 'upcoming');
  const wellKnown = `${publication.siteUrl}/.well-known`;
  return showDashboard(service, visit, 'dashboard/connections/signing-keys', {
    keys: keys.map((key) => toShown(visit, key)),
    rotation: next === undefined ? '' : momentOf(visit, next.activeFrom),
    pemUrl: `${wellKnown}/signing-key.pem`,
    allUrl: `${wellKnown}/signing-keys.pem`,
    jwksUrl: `${wellKnown}/jwks.json`,
  });
}

function toShown(visit: Visit, { kid, state, activeFrom, retiredAt, pem }: ListedSigningKey) {
  const { t } = visit.language;
  const from = momentOf(visit, activeFrom);
  const until = retiredAt === undefined ? '' : momentOf(visit, retiredAt);
  const period = until === '' ? 'since' : 'period';
  return {
    facts: [
      { name: 'kid', value: kid },
      { name: 'alg', value: SIGNING_ALGORITHM },
    ],
    heading: t(`dashboard.signing-keys.${state}`),
    times: t(`dashboard.signing-keys.${state === 'upcoming' ? 'from' : period}`, { from, until }),
    pem,
  };
}

function momentOf({ language, session }: Visit, at: Date): string {
  return formatMoment(at.getTime(), language.tag, session.publication.timeZone);
}
