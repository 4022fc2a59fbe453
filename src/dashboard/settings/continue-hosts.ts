// The forms for the hosts to which `continue_url` may lead readers back (service.md, hosted pages rule 1).
import type { FastifyReply } from 'fastify';
import { InvalidValue } from '../../models/errors.ts';
import { addContinueHost, removeContinueHost } from '../../models/publication/continue-host.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { actAndGo, toFault } from '../act.ts';
import type { FormVisit } from '../visit.ts';
import { shownSettings } from './settings-fields.ts';
import { showSettingsPage } from './settings-page.ts';

export async function addHost(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const host = fieldOf(form, 'continue_host');
  try {
    return await actAndGo(service, visit, { path: '/settings', done: 'continue-host-added' }, async (transaction) => {
      const added = await addContinueHost(session.publication, transaction, service.clock, { host });
      return { name: 'continue-host.add', recordId: null, recordName: added };
    });
  } catch (error) {
    const state = toFault(language, error instanceof InvalidValue ? ofField(error) : error);
    const shown = shownSettings(session.publication);
    const logos = { logo: undefined, darkLogo: undefined, cover: undefined };
    const onPage = { typed: shown, shown, change: {}, logos, page: 'offers', continueHost: host } as const;
    return showSettingsPage(service, visit, onPage, state);
  }
}

export function removeHost(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const host = fieldOf(visit.form, 'continue_host');
  return actAndGo(service, visit, { path: '/settings', done: 'continue-host-removed' }, async (transaction) => {
    await removeContinueHost(visit.session.publication, transaction, { host });
    return { name: 'continue-host.remove', recordId: null, recordName: host };
  });
}

/** The field is named after its use, since the dashboard has another one for the publication's own host. */
function ofField({ message }: InvalidValue): InvalidValue {
  return new InvalidValue('continue_host', message);
}
