// `/gift/claim`: takes the code of a gift, typed or from the link in its mail; `/gift/claim/:token` shows the gift,
// which is accepted by a signed-in customer. Opening a page uses up nothing; the codes that are tried are rate limited.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { findGiftByCode, findGiftByToken, giftPath, type Gift } from '../../models/money/gift-record.ts';
import type { GiftIntent } from '../../models/people/email-code.ts';
import { getGateway } from '../../payments/gateways.ts';
import { claim, holdsPlanOf } from '../../payments/gift.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { tryCode } from '../../site/typed-code.ts';
import { planNameIn, type OwnWords } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { Purpose } from '../proof.ts';
import { signUp, startSignUp, type Account } from '../sign-in/sign-up.ts';
import { dayText } from '../subscribe/day-text.ts';
import type { FormVisit, SessionFormVisit, Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';
import { periodsText } from './gift-text.ts';

/** The gift on `/gift/claim/:token`. */
interface GiftAcceptOnPage {
  readonly path: string;
  readonly planName: OwnWords;
  readonly length: string;
  readonly from: string;
  readonly message: string;
  readonly isSignedIn: boolean;
  /** Says until when the gift waits, where the customer already has the plan. Empty otherwise. */
  readonly waits: string;
  readonly email: string;
  readonly name: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'gift/gift-claim': FormData & { readonly code: string };
    'gift/gift-accept': FormData & GiftAcceptOnPage;
  }
}

/** What the page of a gift is rendered from. */
interface Shown {
  readonly gift: Gift;
  readonly signedIn: SignedIn | undefined;
  readonly account: Account;
}

export async function showGiftClaim(service: Service, visit: Visit): Promise<FastifyReply> {
  return showCodeForm(service, visit, valueOf(visit.query, 'code') ?? '', FRESH);
}

export async function submitGiftCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, language } = visit;
  const code = fieldOf(form, 'code');
  const tried = await tryCode(service, publication, { kind: 'gift_code', request }, async () => {
    const gift = await findGiftByCode(publication, service.database, code);
    return gift !== undefined && (await isClaimable(service, gift)) ? gift : undefined;
  });
  if (tried.state === 'limited') throw new TooManyRequests(tried.resetsIn);
  if (tried.state === 'found') return redirectTo(reply, giftPath(service.secretKeys, tried.found));
  return showCodeForm(service, visit, code, faulty([{ field: 'code', message: language.t('gift.unknown') }]));
}

export async function showGiftAccept(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, publication } = visit;
  const gift = await findOpenGift(service, visit);
  if (gift === undefined) return showNotClaimable(visit);
  const signedIn = await findSignedIn(service, publication, request);
  return showGift(service, visit, { gift, signedIn, account: { email: '', name: '' } }, FRESH);
}

/** A signed-out visitor verifies an e-mail address first. */
export async function requestGift(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, browser } = visit;
  const gift = await findOpenGift(service, visit);
  if (gift === undefined) return showNotClaimable(visit);
  const account = { email: fieldOf(form, 'email'), name: fieldOf(form, 'name') };
  const toIntent = (name: string | null) =>
    ({ purpose: 'gift-claim', path: giftPath(service.secretKeys, gift), name }) as const;
  const showAgain = async (state: FormState) => showGift(service, visit, { gift, signedIn: undefined, account }, state);
  return startSignUp(service, visit, { account, browser, cookies: [], toIntent, showAgain });
}

export async function acceptGift(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { reply, publication, session } = visit;
  const gift = await findOpenGift(service, visit);
  if (gift === undefined) return showNotClaimable(visit);
  const claimed = await claim(service, publication, session.customerId, gift);
  if (claimed.state === 'over') return showNotClaimable(visit);
  return redirectTo(reply, claimed.state === 'held' ? giftPath(service.secretKeys, gift) : '/?done=gift');
}

/** Undefined for an unknown token and for a gift that cannot be claimed any more; the page does not say which. */
async function findOpenGift(service: Service, { request, publication }: Visit): Promise<Gift | undefined> {
  const { token = '' } = request.params as { token?: string };
  const gift = await findGiftByToken(publication, service.database, service.secretKeys, token);
  return gift !== undefined && (await isClaimable(service, gift)) ? gift : undefined;
}

async function isClaimable(
  service: Service,
  { state, dispute, gateway, publicationId, expiresAt }: Gift,
): Promise<boolean> {
  return (
    state === 'paid' &&
    dispute === 'none' &&
    (expiresAt ?? 0) > (await getGateway(service, gateway).now({ id: publicationId })).getTime()
  );
}

function showNotClaimable({ reply, publication, language: { t } }: Visit): FastifyReply {
  const page = {
    heading: t('gift.over'),
    paragraphs: [t('gift.over-lead')],
    links: [{ href: '/', text: t('free-offering.account') }],
    isFault: false,
  };
  return showPage(reply, publication, 'subscribe/checkout', page, { status: 410 });
}

function showCodeForm(
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
    'gift/gift-claim',
    { csrfToken, errors: state.errors, code },
    { ...state, cookies: [browser.setCookie] },
  );
}

async function showGift(
  service: Service,
  { request, reply, publication, language }: Visit,
  { gift, signedIn, account }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const { t } = language;
  const browser = ensureBrowserCookie(publication, request);
  const planName = planNameIn(gift, language);
  const isHeld = signedIn !== undefined && (await holdsPlanOf(service, publication, signedIn.customer.id, gift));
  const data = {
    csrfToken: csrfTokenFor(service.secretKeys, publication, signedIn?.session.id ?? browser.value),
    errors: state.errors,
    path: giftPath(service.secretKeys, gift),
    planName,
    length: periodsText(t, gift.interval, gift.periods),
    from: gift.senderName ?? '',
    message: gift.message ?? '',
    isSignedIn: signedIn !== undefined,
    waits: isHeld ? t('gift.waits', { plan: planName.text, day: dayText(gift.expiresAt ?? 0, language) }) : '',
    ...account,
    email: signedIn?.session.email ?? account.email,
  };
  return showPage(reply, publication, 'gift/gift-accept', data, { ...state, cookies: [browser.setCookie] });
}

/** Signs the visitor in and redirects to the gift, where it is accepted by a click. */
export const GIFT_CLAIM: Purpose<GiftIntent> = {
  securityEvent: 'sign_in',
  isAddressTyped: true,
  apply: signUp,
  destination: ({ path }) => path,
  start: () => '/gift/claim',
};
