// `/email-address/undo/:token`: the link in the mail to a former address, by which its owner undoes a change of address
// for 7 days (decisions 35). Opening it changes nothing, as mail programs open links by themselves.
import type { FastifyReply } from 'fastify';
import { undoEmailChange as undo } from '../../models/lifecycle/customer-email.ts';
import { findUndoable, undoPath, type Undoable } from '../../models/people/address-change.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { AddressTaken } from '../../site/errors.ts';
import { UndoOver } from '../../site/publication-kind.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { FormVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/undo-email-change': { readonly csrfToken: string; readonly path: string };
    'account/email-change-undone': object;
  }
}

export async function showUndoEmailChange(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const { id } = await getUndoable(service, visit);
  const browser = ensureBrowserCookie(publication, request);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const data = { csrfToken, path: undoPath(service.secretKeys, id) };
  return showPage(reply, publication, 'account/undo-email-change', data, { cookies: [browser.setCookie] });
}

/** Throws UndoOver, and AddressTaken where another account has the former address by now. */
export async function undoEmailChange(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const undoable = await getUndoable(service, visit);
  await service.database.transaction(async (transaction) => {
    const outcome = await undo(publication, transaction, service.clock, undoable);
    if (outcome === 'taken') throw new AddressTaken();
    if (outcome === 'over') throw new UndoOver();
  });
  const who = undoable.former.emailNormalized;
  service.securityLog.record('email_change_undone', { publication, request, who });
  return redirectTo(reply, '/email-address/undone');
}

/** `/email-address/undone`: the confirmation, which is the same for everybody. */
export async function showEmailChangeUndone(_service: Service, { reply, publication }: Visit): Promise<FastifyReply> {
  return showPage(reply, publication, 'account/email-change-undone', {});
}

/** Throws UndoOver for a used, an old and an unknown token; the page does not say which. */
async function getUndoable(
  { database, clock, secretKeys }: Service,
  { request, publication }: Visit,
): Promise<Undoable> {
  const { token = '' } = request.params as { token?: string };
  const undoable = await findUndoable(publication, database, clock, secretKeys, token);
  if (undoable === undefined) throw new UndoOver();
  return undoable;
}
