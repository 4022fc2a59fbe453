// `/dashboard/:publication/people/:customer/export`: everything that is stored about a person, as JSON (reliability R-P2).
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { exportCustomer } from '../../models/lifecycle/export.ts';
import type { Service } from '../../service.ts';
import { pageHeaders } from '../../views/render.ts';
import { formIdOf, runAct } from '../act.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { nameOf, readerOf, readerPath, showAct } from './act-page.ts';

export async function showExport(service: Service, visit: Visit): Promise<FastifyReply> {
  const reader = await readerOf(service, visit);
  const { t } = visit.language;
  const form = {
    action: readerPath(reader, '/export'),
    method: 'post',
    fields: [],
    hidden: {},
    button: t('dashboard.helping.export-button'),
    isDanger: false,
  } as const;
  const title = t('dashboard.helping.export');
  const page = { title, lead: nameOf(reader), facts: [t('dashboard.helping.export-means')], form };
  return showAct(service, visit, { reader, page });
}

export async function downloadPerson(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const { id } = await readerOf(service, visit);
  await runAct(service, visit, async () => ({ result: null, act: { name: 'customer.export', recordId: id } }));
  const data = await exportCustomer(publication, service.database, service.secretKeys, id);
  if (data === undefined) throw new NotFound('No such customer');
  const headers = {
    ...pageHeaders(),
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${id}.json"`,
    'cross-origin-resource-policy': 'same-origin',
  };
  return visit.reply.headers(headers).send(`${JSON.stringify({ publication: publication.name, ...data }, null, 2)}\n`);
}
