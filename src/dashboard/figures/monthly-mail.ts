// `/dashboard/:publication/figures/mail`: switches the monthly mail of the figures on or off, for the person who asks.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { publicationNow } from '../../models/figure-change.ts';
import { switchFigureMail } from '../../models/figures/figure-mail.ts';
import { findGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { actAndGo } from '../act.ts';
import type { FormVisit } from '../visit.ts';

/** Our choice: nobody gets the mail unasked, and each person switches it for themselves. */
export async function switchMail(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication, staffId } = visit.session;
  const isOn = valueOf(visit.form, 'figure_mail') === 'on';
  const done = isOn ? 'figure-mail-on' : 'figure-mail-off';
  const gateway = (await findGateway(service, publication))?.name ?? '';
  return actAndGo(service, visit, { path: '/figures', done }, async (transaction) => {
    const now = await publicationNow(publication, transaction, service.clock);
    await switchFigureMail(publication, transaction, { staffId, isOn, gateway, now });
    return { name: 'figure-mail.switch', recordId: staffId, recordName: isOn ? 'on' : 'off' };
  });
}
