// `/activate`: takes an activation code that the publisher handed out (service.md, Data API rule 3; decisions 10). The
// right one redirects to the activation URL and is told to the address on file; attempts are rate limited.
import type { FastifyReply } from 'fastify';
import { ACTIVATION_CODE_TYPED } from '../../mails/activation-code-typed.ts';
import { queueMail } from '../../mails/queue.ts';
import { InvalidValue } from '../../models/errors.ts';
import { countTowards, type Limit } from '../../models/limit.ts';
import { activationPath } from '../../models/people/activation.ts';
import { findByActivationCode, type UnactivatedCustomer } from '../../models/people/unactivated-customer.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { tryCode } from '../../site/typed-code.ts';
import { languageOf } from '../../views/language.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { FormVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'sign-in/activate': FormData & { readonly code: string };
  }
}

/** Our choice: a person who types the code again and again causes one mail a day. */
const NOTICES_PER_CUSTOMER: Limit = { count: 1, seconds: 24 * 3600 };

export async function showActivate(service: Service, visit: Visit): Promise<FastifyReply> {
  return showForm(service, visit, '', FRESH);
}

export async function submitActivationCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, language } = visit;
  const code = fieldOf(form, 'code');
  const typed = { kind: 'activation_code', request } as const;
  const tried = await tryCode(service, publication, typed, () => find(service, visit, code));
  if (tried.state === 'limited') throw new TooManyRequests(tried.resetsIn);
  if (tried.state === 'found') {
    await tellOwner(service, publication, tried.found);
    return redirectTo(reply, activationPath(service.secretKeys, tried.found.id));
  }
  return showForm(service, visit, code, faulty([{ field: 'code', message: language.t('activate.unknown') }]));
}

/** Tells the address on file, of which the publisher says that it is the customer's, that somebody has the code. */
async function tellOwner(
  service: Service,
  publication: PublicationRow,
  { id, email }: UnactivatedCustomer,
): Promise<void> {
  if (email === null) return;
  const { database, clock, secretKeys } = service;
  const bucket = `activation-code notice ${secretKeys.mac('activation-code', `notice ${id}`)}`;
  await database.transaction(async (transaction) => {
    const { isExceeded } = await countTowards(transaction, clock, bucket, NOTICES_PER_CUSTOMER);
    // There is no sign-in yet whose language would be the owner's.
    const language = languageOf(publication, {});
    if (!isExceeded)
      await queueMail(service, transaction, ACTIVATION_CODE_TYPED, {
        publication,
        language,
        to: email,
        facts: undefined,
      });
  });
}

/** Undefined for an unknown code, one of a wrong length included. */
async function find(
  { database, clock, secretKeys }: Service,
  { publication }: Visit,
  code: string,
): Promise<UnactivatedCustomer | undefined> {
  try {
    return await findByActivationCode(publication, database, clock, secretKeys, code);
  } catch (error) {
    if (error instanceof InvalidValue) return undefined;
    throw error;
  }
}

function showForm(
  service: Service,
  { request, reply, publication }: Visit,
  code: string,
  state: FormState,
): FastifyReply {
  const browser = ensureBrowserCookie(publication, request);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  return showPage(
    reply,
    publication,
    'sign-in/activate',
    { csrfToken, errors: state.errors, code },
    { ...state, cookies: [browser.setCookie] },
  );
}
