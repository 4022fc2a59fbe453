// `/dashboard/:publication/settings`: what a publication says of itself and its look, beside a preview of its pages. The preview is
// the real page with what was typed; it stands in the page itself (srcdoc), so it has no address, and writes nothing.
import type { FastifyReply } from 'fastify';
import { setLogos, type NewLogos } from '../../models/publication/logo.ts';
import { parseSettings, updatePublication } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH } from '../../site/form.ts';
import { runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { logosOf } from './logos.ts';
import { areLogosChanged, readShown, readTyped, shownSettings, toChange } from './settings-fields.ts';
import { showSettingsPage } from './settings-page.ts';

const NO_LOGOS: NewLogos = { logo: undefined, darkLogo: undefined, cover: undefined };

export function showSettings(service: Service, visit: Visit): Promise<FastifyReply> {
  const shown = shownSettings(visit.session.publication);
  return showSettingsPage(service, visit, { typed: shown, shown, change: {}, logos: NO_LOGOS, page: 'offers' }, FRESH);
}

/** Saves what was changed, or shows it in the preview and saves nothing. */
export async function submitSettings(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const { publication } = session;
  const { mailFromDomains } = service.config;
  const typed = readTyped(visit);
  const shown = readShown(fieldOf(form, 'shown'));
  const logos = logosOf(visit);
  const { given, names } = toChange(typed, shown, logos);
  const onPage = { typed, shown, page: fieldOf(form, 'page') === 'sign-in' ? 'sign-in' : 'offers' } as const;
  try {
    if (fieldOf(form, 'do') === 'preview')
      return await showSettingsPage(
        service,
        visit,
        { ...onPage, change: parseSettings(given, mailFromDomains), logos },
        FRESH,
      );
    if (names.length === 0) return goTo(visit, '/settings', 'saved');
    await runAct(service, visit, async (transaction) => {
      const updated = await updatePublication(transaction, publication.id, given, mailFromDomains);
      if (areLogosChanged(logos)) await setLogos(updated, transaction, logos);
      const act = { name: 'publication.update', recordId: publication.id, recordName: names.join(', ') };
      return { result: null, act };
    });
  } catch (error) {
    const state = toFault(language, error);
    return showSettingsPage(service, visit, { ...onPage, change: {}, logos: NO_LOGOS }, state);
  }
  return goTo(visit, '/settings', 'saved');
}
