// `/dashboard/:publication/applications/:application/check`: tries a publisher's website before readers use it, and says
// what was found and what to do.
import type { FastifyReply } from 'fastify';
import { bucketOf } from '../../models/ceiling.ts';
import type { CheckLine } from '../../models/sign-in/application-finding.ts';
import type { OauthApplication } from '../../models/sign-in/oauth-application.ts';
import { checkApplication } from '../../outbound/application-check.ts';
import { openGuardedClient } from '../../outbound/guarded-client.ts';
import type { Service } from '../../service.ts';
import { faulty } from '../../site/form.ts';
import { checkMessage, checkTitle } from '../../views/application-check-text.ts';
import { runAct } from '../act.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit } from '../visit.ts';
import { getApplication, showApplicationPage } from './application.ts';

/** Our choice: enough while somebody mends their website, and too few to flood anybody's. */
const CHECKS_OF_A_PUBLICATION = { count: 20, seconds: 600 };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/application-check': DashboardData & {
      readonly name: string;
      readonly own: string;
      readonly summary: string;
      readonly lines: readonly {
        readonly result: CheckLine['result'];
        readonly resultText: string;
        readonly title: string;
        readonly message: string;
      }[];
    };
  }
}

export async function runCheck(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { session, language } = visit;
  const { t } = language;
  const application = await getApplication(service, visit);
  const act = { name: 'application.check', recordId: application.id, recordName: application.name };
  await runAct(service, visit, async () => ({ result: null, act }));
  const bucket = bucketOf(service.secretKeys, 'application-check', session.publication.id);
  const { isExceeded, resetsIn } = await service.limiter.count(bucket, CHECKS_OF_A_PUBLICATION);
  if (isExceeded) {
    const message = t('dashboard.check.too-many', { count: Math.ceil(resetsIn / 60) });
    const state = { ...faulty([{ field: 'check', message }]), status: 429 };
    return showApplicationPage(service, visit, application, { state });
  }
  const lines = await linesOf(service, visit, application);
  const faults = lines.filter(({ result }) => result === 'fail').length;
  return showDashboard(service, visit, 'dashboard/connections/application-check', {
    name: application.name,
    own: `/dashboard/${visit.publicationId}/applications/${application.id}`,
    summary: faults === 0 ? t('dashboard.check.good') : t('dashboard.check.faults', { count: faults }),
    lines: lines.map((line) => ({
      result: line.result,
      resultText: t(`dashboard.check.${line.result}`),
      title: checkTitle(t, line),
      message: checkMessage(t, line),
    })),
  });
}

async function linesOf(
  { config, clock, signingKeys }: Service,
  { session }: FormVisit,
  application: OauthApplication,
): Promise<CheckLine[]> {
  const client = openGuardedClient(config);
  try {
    return await checkApplication({ publication: session.publication, application, signingKeys, clock, client });
  } finally {
    await client.close();
  }
}
