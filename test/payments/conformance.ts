// What every payment gateway must do behind the interface, whichever it is: an adapter's test hands in how to make one and how its outside is
// moved (a card typed, time passed), and runs all of these.
import { describe, expect, test } from 'vitest';
import { Conflict, NotFound } from '../../src/models/errors.ts';
import type { DeclineReason } from '../../src/models/money/billing-record.ts';
import type { Tenant } from '../../src/models/record.ts';
import { DebitUnderWay } from '../../src/payments/debit-under-way.ts';
import {
  BadSignature,
  CustomerGone,
  type ChargedPrice,
  type CheckoutRequest,
  type ExpectedRenewal,
  type ListedSubscription,
  type PaymentGateway,
} from '../../src/payments/gateway.ts';

export type ConformanceCard = 'good' | 'authenticates' | Debit | DeclineReason | 'fails later' | LaterFailing;

type Debit = 'debit' | 'debit that fails' | 'debit that fails later';

type LaterFailing =
  | 'fails later: insufficient_funds'
  | 'fails later: authentication_refused'
  | 'fails later: expired_card'
  | 'fails later: lost card'
  | 'fails later: unknown';

/** How a notification is signed: by which secret in use, or by none of them, and when. */
interface Signing {
  readonly secret?: 'first' | 'second' | 'foreign';
  /** Seconds from now. */
  readonly seconds?: number;
}

/** One adapter with what stands behind it. */
export interface Outside {
  readonly gateway: PaymentGateway;
  readonly publication: Tenant;
  readonly siteUrl: string;
  /** From `createCustomer`. */
  readonly customerRef: string;
  /** Monthly, and dearer than `cheap`, in the same currency. */
  readonly dear: ChargedPrice;
  readonly cheap: ChargedPrice;
  /** A customer types a card on the card page. */
  pay(checkoutRef: string, card: ConformanceCard): Promise<void>;
  /** Time goes on at the gateway. */
  pass(duration: string): Promise<void>;
  newKey(): string;
  /** A notification about the subscription as the gateway writes it. unknown: of a kind that the service does not know. */
  notice(subscriptionRef: string, kind: 'subscription_changed' | 'unknown'): string;
  /** The headers that it comes with. */
  sign(body: string, signing?: Signing): Readonly<Record<string, string>>;
}

const DECLINES: readonly DeclineReason[] = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'wrong_cvc',
  'authentication_refused',
];

/** What is said of a charge that fails while nobody is there. A card that was lost is its owner's affair. */
const LATER_DECLINES: readonly (readonly [card: LaterFailing | 'fails later', reason: DeclineReason | null])[] = [
  ['fails later', 'declined'],
  ['fails later: lost card', 'declined'],
  ['fails later: insufficient_funds', 'insufficient_funds'],
  ['fails later: authentication_refused', 'authentication_refused'],
  ['fails later: expired_card', 'expired_card'],
  ['fails later: unknown', null],
];

export function describeConformance(name: string, open: () => Promise<Outside>): void {
  const request = (
    { siteUrl, cheap, customerRef }: Outside,
    given: Partial<CheckoutRequest> = {},
  ): CheckoutRequest => ({
    returnUrl: `${siteUrl}/back`,
    cancelUrl: `${siteUrl}/away`,
    customerRef,
    mode: 'subscription',
    description: 'Supporter',
    price: cheap,
    trialDays: null,
    discount: null,
    cardUpdateFor: undefined,
    ...given,
  });
  const subscribe = async (
    outside: Outside,
    card: ConformanceCard = 'good',
    price = outside.cheap,
    terms: Partial<CheckoutRequest> = {},
  ): Promise<string> => {
    const { ref } = await outside.gateway.startCheckout(
      outside.publication,
      outside.newKey(),
      request(outside, { price, ...terms }),
    );
    await outside.pay(ref, card);
    return (await outside.gateway.readCheckout(outside.publication, ref)).subscriptionRef ?? '';
  };

  describe(`${name}: a customer`, () => {
    const person = { id: 'cus_conformance', email: 'ada@example.org', name: null };

    test('is one under one key, however many calls at once, and another under another', async () => {
      const { gateway, publication, newKey } = await open();
      const key = newKey();
      const made = await Promise.all(
        Array.from({ length: 10 }, () => gateway.createCustomer(publication, key, person)),
      );
      expect(new Set(made.map(({ ref }) => ref)).size).toBe(1);
      expect((await gateway.createCustomer(publication, newKey(), person)).ref).not.toBe(made[0]?.ref);
    });

    test('that is gone is said so', async () => {
      const outside = await open();
      const asked = outside.gateway.startCheckout(
        outside.publication,
        outside.newKey(),
        request(outside, { customerRef: 'cus_gone' }),
      );
      await expect(asked).rejects.toThrow(CustomerGone);
    });
  });

  describe(`${name}: a checkout`, () => {
    test('is one under one key, and another under another', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const key = outside.newKey();
      const refs = await Promise.all(
        Array.from({ length: 10 }, async () => (await gateway.startCheckout(publication, key, request(outside))).ref),
      );
      expect(new Set(refs).size).toBe(1);
      expect((await gateway.startCheckout(publication, outside.newKey(), request(outside))).ref).not.toBe(refs[0]);
    });

    test('is open until it is paid, then complete with a subscription at the price of its start', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const { ref } = await gateway.startCheckout(publication, outside.newKey(), request(outside));
      expect(await gateway.readCheckout(publication, ref)).toEqual({
        state: 'open',
        lastDecline: null,
        subscriptionRef: null,
        payment: null,
      });
      await outside.pay(ref, 'good');
      const { state, subscriptionRef } = await gateway.readCheckout(publication, ref);
      expect(state).toBe('complete');
      const found = await gateway.readSubscription(publication, subscriptionRef ?? '');
      expect(found).toMatchObject({
        checkoutRef: ref,
        state: 'active',
        price: cheap,
        cancelAt: null,
        nextPriceId: null,
        pastDueSince: null,
        card: { brand: 'visa', last4: '4242', expires: expect.stringMatching(/^20\d\d-(?:0[1-9]|1[0-2])$/) },
      });
      expect(found.payments).toMatchObject([
        {
          reason: 'start',
          amount: cheap.amount,
          currency: cheap.currency,
          refundedAmount: 0,
          periodEnd: found.periodEnd,
        },
      ]);
      expect(await gateway.ownerOf(publication, subscriptionRef ?? '')).toEqual({ checkoutRef: ref });
    });

    test.each(DECLINES)('stays open after a card was refused: %s', async (reason) => {
      const outside = await open();
      const { ref } = await outside.gateway.startCheckout(outside.publication, outside.newKey(), request(outside));
      await outside.pay(ref, reason);
      const lastDecline = outside.gateway.capabilities().declines ? reason : null;
      expect(await outside.gateway.readCheckout(outside.publication, ref)).toEqual({
        state: 'open',
        lastDecline,
        subscriptionRef: null,
        payment: null,
      });
    });

    test('is paid after the bank asked whether it is the customer', async () => {
      const outside = await open();
      const ref = await subscribe(outside, 'authenticates');
      expect(await outside.gateway.readSubscription(outside.publication, ref)).toMatchObject({
        state: 'active',
        payments: [{ reason: 'start' }],
      });
    });

    test('takes another card after one that was refused', async () => {
      const outside = await open();
      const { ref } = await outside.gateway.startCheckout(outside.publication, outside.newKey(), request(outside));
      for (const card of ['declined', 'good', 'good'] as const) await outside.pay(ref, card);
      const { state, lastDecline, subscriptionRef } = await outside.gateway.readCheckout(outside.publication, ref);
      expect([state, lastDecline]).toEqual(['complete', null]);
      expect(
        (await outside.gateway.readSubscription(outside.publication, subscriptionRef ?? '')).payments,
      ).toHaveLength(1);
    });

    test('is over after a day', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const { ref, expiresAt } = await gateway.startCheckout(publication, outside.newKey(), request(outside));
      expect(expiresAt.getTime() - (await gateway.now(publication)).getTime()).toBeGreaterThan(23 * 3_600_000);
      await outside.pass('25 hours');
      await outside.pay(ref, 'good');
      expect(await gateway.readCheckout(publication, ref)).toMatchObject({ state: 'expired', subscriptionRef: null });
    });

    test('that the gateway does not know is not found', async () => {
      const { gateway, publication } = await open();
      await expect(gateway.readCheckout(publication, 'cs_unknown')).rejects.toThrow(NotFound);
      await expect(gateway.expireCheckout(publication, 'cs_unknown')).rejects.toThrow(NotFound);
    });

    test('that was expired takes no card, and one that is complete is not expired', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const { ref } = await gateway.startCheckout(publication, outside.newKey(), request(outside));
      expect((await gateway.expireCheckout(publication, ref)).state).toBe('expired');
      await outside.pay(ref, 'good');
      expect((await gateway.readCheckout(publication, ref)).state).toBe('expired');
      const paid = (await gateway.startCheckout(publication, outside.newKey(), request(outside))).ref;
      await outside.pay(paid, 'good');
      expect((await gateway.expireCheckout(publication, paid)).state).toBe('complete');
    });
  });

  describe(`${name}: a subscription by a debit`, () => {
    const submit = async (outside: Outside, card: ConformanceCard, price = outside.cheap): Promise<string> => {
      const { gateway, publication, newKey } = outside;
      const { ref } = await gateway.startCheckout(publication, newKey(), request(outside, { price }));
      await outside.pay(ref, card);
      return ref;
    };
    /** One whose first renewal has just begun to be debited. */
    const renewing = async (outside: Outside, card: Debit, price = outside.cheap): Promise<string> => {
      const { gateway, publication } = outside;
      const checkout = await submit(outside, card, price);
      await outside.pass('4 days');
      const ref = (await gateway.readCheckout(publication, checkout)).subscriptionRef ?? '';
      await passTo(outside, (await gateway.readSubscription(publication, ref)).periodEnd);
      return ref;
    };
    const passTo = async (outside: Outside, time: Date): Promise<void> => {
      const left = time.getTime() - (await outside.gateway.now(outside.publication)).getTime();
      await outside.pass(`${Math.ceil(left / 86_400_000)} days`);
    };

    test('begins once the debit has succeeded, and each renewal waits for its own', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const checkout = await submit(outside, 'debit');
      expect(await gateway.readCheckout(publication, checkout)).toMatchObject({ state: 'pending' });
      await outside.pass('4 days');
      const { state, subscriptionRef } = await gateway.readCheckout(publication, checkout);
      expect(state).toBe('complete');
      const ref = subscriptionRef ?? '';
      const begun = await gateway.readSubscription(publication, ref);
      expect(begun).toMatchObject({ state: 'active', payments: [{ reason: 'start', amount: cheap.amount }] });
      await outside.pass(
        `${Math.ceil((begun.periodEnd.getTime() - (await gateway.now(publication)).getTime()) / 86_400_000)} days`,
      );
      const waiting = await gateway.readSubscription(publication, ref);
      expect([waiting.state, waiting.payments.length]).toEqual(['active', 1]);
      expect(waiting.periodEnd.getTime()).toBeGreaterThan(begun.periodEnd.getTime());
      await outside.pass('4 days');
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        state: 'active',
        periodEnd: waiting.periodEnd,
        payments: [{ reason: 'start' }, { reason: 'renewal', amount: cheap.amount, periodStart: begun.periodEnd }],
      });
    });

    test('that is canceled while the debit of a renewal is under way ends with the period which that pays', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await renewing(outside, 'debit');
      await gateway.cancelAtPeriodEnd(publication, newKey(), ref);
      const leaving = await gateway.readSubscription(publication, ref);
      expect([leaving.state, leaving.payments.length, leaving.cancelAt]).toEqual(['active', 1, leaving.periodEnd]);
      await outside.pass('4 days');
      const periodStart = leaving.payments[0]?.periodEnd;
      const paid = { payments: [{ reason: 'start' }, { reason: 'renewal', periodStart }] };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({ ...paid, state: 'active' });
      await outside.pass('2 months');
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({ ...paid, state: 'ended' });
    });

    test('is neither paused nor changed at a cost while a debit is under way, and both once that has succeeded', async () => {
      const outside = await open();
      const { gateway, publication, newKey, cheap, dear } = outside;
      const ref = await renewing(outside, 'debit');
      const before = await gateway.readSubscription(publication, ref);
      const until = new Date(before.periodEnd.getTime() + 60 * 86_400_000);
      const preview = { timing: 'now', dueNow: 700, currency: 'EUR', nextAmount: dear.amount } as const;
      const shown = { ...preview, at: await gateway.now(publication), nextAt: before.periodEnd };
      await expect(gateway.pause(publication, newKey(), ref, until)).rejects.toThrow(DebitUnderWay);
      await expect(gateway.previewSwitch(publication, ref, dear)).rejects.toThrow(DebitUnderWay);
      await expect(gateway.switchPrice(publication, newKey(), ref, dear, shown)).rejects.toThrow(Conflict);
      expect(await gateway.readSubscription(publication, ref)).toEqual(before);
      await outside.pass('4 days');
      expect((await gateway.previewSwitch(publication, ref, dear)).timing).toBe('now');
      await gateway.pause(publication, newKey(), ref, until);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).state).toBe('paused');
      await passTo(outside, until);
      const waiting = await gateway.readSubscription(publication, ref);
      expect([waiting.state, waiting.payments.length]).toEqual(['active', 2]);
      await outside.pass('4 days');
      const { payments } = await gateway.readSubscription(publication, ref);
      expect(payments.map(({ amount }) => amount)).toEqual([cheap.amount, cheap.amount, cheap.amount]);
      expect(payments.at(-1)).toMatchObject({ periodStart: until, periodEnd: waiting.periodEnd });
    });

    test('takes a cheaper price for its next period while a debit is under way', async () => {
      const outside = await open();
      const { gateway, publication, newKey, cheap, dear } = outside;
      const ref = await renewing(outside, 'debit', dear);
      const preview = await gateway.previewSwitch(publication, ref, cheap);
      expect(preview).toMatchObject({ timing: 'at_period_end', dueNow: 0, nextAmount: cheap.amount });
      await gateway.switchPrice(publication, newKey(), ref, cheap, preview);
      await outside.pass('4 days');
      await outside.pass('1 month');
      await outside.pass('4 days');
      const { payments } = await gateway.readSubscription(publication, ref);
      expect(payments.map(({ amount }) => amount)).toEqual([dear.amount, dear.amount, cheap.amount]);
    });

    test('that fails never begins, and ends what the gateway has begun', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const checkout = await submit(outside, 'debit that fails');
      await outside.pass('4 days');
      const failed = await gateway.readCheckout(publication, checkout);
      expect([failed.state, failed.payment]).toEqual(['failed', null]);
      for (let count = 0; count < 2; count += 1)
        expect((await gateway.expireCheckout(publication, checkout)).state).toBe('failed');
      await outside.pass('2 months');
      const { subscriptions } = await gateway.listSubscriptions(publication, undefined);
      for (const { ref } of subscriptions)
        expect(await gateway.readSubscription(publication, ref)).toMatchObject({ state: 'ended', payments: [] });
    });

    test('that fails at a renewal is past due since the end of what was paid, and another card pays it', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const checkout = await submit(outside, 'debit that fails later');
      await outside.pass('4 days');
      const ref = (await gateway.readCheckout(publication, checkout)).subscriptionRef ?? '';
      const begun = await gateway.readSubscription(publication, ref);
      await outside.pass('1 month');
      await outside.pass('4 days');
      const failed = await gateway.readSubscription(publication, ref);
      expect([failed.state, failed.payments.length]).toEqual(['past_due', 1]);
      expect([failed.pastDueSince, failed.periodEnd]).toEqual([begun.periodEnd, begun.periodEnd]);
      const mending = await gateway.startCheckout(publication, newKey(), request(outside, { cardUpdateFor: ref }));
      await outside.pay(mending.ref, 'good');
      await gateway.finishCardUpdate(publication, mending.ref);
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        state: 'active',
        pastDueSince: null,
        payments: [{ reason: 'start' }, { reason: 'renewal', periodStart: begun.periodEnd }],
      });
    });
  });

  describe(`${name}: a subscription`, () => {
    test('is renewed, and each period is paid once', async () => {
      const outside = await open();
      const ref = await subscribe(outside);
      await outside.pass('1 month');
      await outside.pass('1 month');
      const { state, payments, periodEnd } = await outside.gateway.readSubscription(outside.publication, ref);
      expect([state, payments.map(({ reason }) => reason)]).toEqual(['active', ['start', 'renewal', 'renewal']]);
      for (const [index, payment] of payments.slice(1).entries())
        expect(payment.periodStart).toEqual(payments[index]?.periodEnd);
      expect(payments.at(-1)?.periodEnd).toEqual(periodEnd);
    });

    test('ends with its period when that was asked for, and goes on when it was taken back', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const [ending, resumed] = [await subscribe(outside), await subscribe(outside)];
      for (const ref of [ending, resumed]) await gateway.cancelAtPeriodEnd(publication, outside.newKey(), ref);
      const { cancelAt, periodEnd, state } = await gateway.readSubscription(publication, ending);
      expect([cancelAt, state]).toEqual([periodEnd, 'active']);
      await gateway.resume(publication, outside.newKey(), resumed);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ending)).state).toBe('ended');
      expect(await gateway.readSubscription(publication, resumed)).toMatchObject({ state: 'active', cancelAt: null });
    });

    test('is past due after a failed renewal, and active again with a new card, which pays what is owed', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const ref = await subscribe(outside, 'fails later');
      await outside.pass('1 month');
      const failed = await gateway.readSubscription(publication, ref);
      expect([failed.state, failed.payments.length, failed.pastDueSince]).toEqual(['past_due', 1, failed.periodEnd]);
      const mending = await gateway.startCheckout(
        publication,
        outside.newKey(),
        request(outside, { cardUpdateFor: ref }),
      );
      await outside.pay(mending.ref, 'good');
      expect(await gateway.readCheckout(publication, mending.ref)).toMatchObject({
        state: 'complete',
        subscriptionRef: ref,
      });
      for (let count = 0; count < 3; count += 1) await gateway.finishCardUpdate(publication, mending.ref);
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        state: 'active',
        pastDueSince: null,
        payments: [{}, { reason: 'renewal' }],
      });
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).payments).toHaveLength(3);
    });

    test.each(LATER_DECLINES)('that is past due says why: %s, %s', async (card, reason) => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await subscribe(outside, card);
      expect((await gateway.readSubscription(publication, ref)).declineReason).toBeNull();
      await outside.pass('1 month');
      const failed = { state: 'past_due', declineReason: reason };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject(failed);
      const mending = await gateway.startCheckout(publication, newKey(), request(outside, { cardUpdateFor: ref }));
      await outside.pay(mending.ref, 'good');
      await gateway.finishCardUpdate(publication, mending.ref);
      const mended = { state: 'active', declineReason: null };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject(mended);
    });

    test('that is ended at once stays ended, however often', async () => {
      const outside = await open();
      const ref = await subscribe(outside);
      const key = outside.newKey();
      for (let count = 0; count < 3; count += 1) await outside.gateway.cancelNow(outside.publication, key, ref);
      await outside.pass('2 months');
      expect(await outside.gateway.readSubscription(outside.publication, ref)).toMatchObject({
        state: 'ended',
        payments: [{ reason: 'start' }],
      });
    });

    test('is canceled and resumed as often as one likes, and at once while its end was waited for', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await subscribe(outside);
      await gateway.resume(publication, newKey(), ref);
      for (let count = 0; count < 2; count += 1) await gateway.cancelAtPeriodEnd(publication, newKey(), ref);
      for (let count = 0; count < 2; count += 1) await gateway.resume(publication, newKey(), ref);
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({ state: 'active', cancelAt: null });
      await gateway.cancelAtPeriodEnd(publication, newKey(), ref);
      for (let count = 0; count < 2; count += 1) await gateway.cancelNow(publication, newKey(), ref);
      for (const call of ['cancelAtPeriodEnd', 'resume'] as const) await gateway[call](publication, newKey(), ref);
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({ state: 'ended', nextAmount: null });
    });

    /** When a pause of so many days ends that begins with the end of the paid period. */
    const afterDays = ({ periodEnd }: { readonly periodEnd: Date }, days: number): Date =>
      new Date(periodEnd.getTime() + days * 86_400_000);

    test('rests from the end of the paid period for the time of a pause, and begins a new period after it', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await subscribe(outside);
      const before = await gateway.readSubscription(publication, ref);
      const until = afterDays(before, 60);
      const key = newKey();
      for (let count = 0; count < 2; count += 1) await gateway.pause(publication, key, ref, until);
      const from = before.periodEnd;
      const waiting = { state: 'active', periodEnd: from, trialEnd: null, cancelAt: null, pause: { from, until } };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject(waiting);
      await outside.pass('1 month');
      const resting = await gateway.readSubscription(publication, ref);
      expect(resting).toMatchObject({ ...waiting, state: 'paused' });
      expect(resting.payments).toHaveLength(1);
      await outside.pass('61 days');
      const { payments, ...back } = await gateway.readSubscription(publication, ref);
      expect(back).toMatchObject({ state: 'active', trialEnd: null, pause: { from, until } });
      expect(payments.map(({ amount }) => amount)).toEqual([outside.cheap.amount, outside.cheap.amount]);
      expect(payments.at(-1)).toMatchObject({ periodStart: until, periodEnd: back.periodEnd });
    });

    test('comes back from a pause at once, and is charged then', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await subscribe(outside);
      const until = afterDays(await gateway.readSubscription(publication, ref), 90);
      await gateway.pause(publication, newKey(), ref, until);
      await outside.pass('35 days');
      await gateway.endPause(publication, newKey(), ref);
      const { payments, state, periodEnd, pause } = await gateway.readSubscription(publication, ref);
      expect([state, payments.length, payments.at(-1)?.periodEnd]).toEqual(['active', 2, periodEnd]);
      expect(pause?.until.getTime()).toBeLessThan(until.getTime());
    });

    test('is renewed as ever when a pause is undone before it began', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await subscribe(outside);
      const before = await gateway.readSubscription(publication, ref);
      await gateway.pause(publication, newKey(), ref, afterDays(before, 60));
      await gateway.endPause(publication, newKey(), ref);
      const kept = { state: 'active', periodEnd: before.periodEnd, trialEnd: null, pause: null };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject(kept);
      await outside.pass('1 month');
      const { payments, state } = await gateway.readSubscription(publication, ref);
      expect([state, payments.at(-1)?.periodStart]).toEqual(['active', before.periodEnd]);
    });

    test('that is paused ends at once when its end is asked for, and with the paid period while the pause waits', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const [waiting, resting] = [await subscribe(outside), await subscribe(outside)];
      const before = await gateway.readSubscription(publication, waiting);
      for (const ref of [waiting, resting]) await gateway.pause(publication, newKey(), ref, afterDays(before, 60));
      await gateway.cancelAtPeriodEnd(publication, newKey(), waiting);
      const { cancelAt, state } = await gateway.readSubscription(publication, waiting);
      expect([cancelAt, state]).toEqual([before.periodEnd, 'active']);
      await outside.pass('1 month');
      await gateway.cancelAtPeriodEnd(publication, newKey(), resting);
      for (const ref of [waiting, resting])
        expect((await gateway.readSubscription(publication, ref)).state).toBe('ended');
    });

    test('is past due when the charge after a pause fails', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const ref = await subscribe(outside, 'fails later');
      await gateway.pause(publication, newKey(), ref, afterDays(await gateway.readSubscription(publication, ref), 30));
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).state).toBe('paused');
      await outside.pass('31 days');
      const { state, payments } = await gateway.readSubscription(publication, ref);
      expect([state, payments.length]).toEqual(['past_due', 1]);
    });

    test('owes when it comes back at once with a card that fails, and is ended while it rests', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const [back, ended] = [await subscribe(outside, 'fails later'), await subscribe(outside)];
      for (const ref of [back, ended])
        await gateway.pause(
          publication,
          newKey(),
          ref,
          afterDays(await gateway.readSubscription(publication, ref), 60),
        );
      await outside.pass('1 month');
      await gateway.endPause(publication, newKey(), back);
      await gateway.cancelNow(publication, newKey(), ended);
      expect((await gateway.readSubscription(publication, back)).state).toBe('past_due');
      expect((await gateway.readSubscription(publication, ended)).state).toBe('ended');
    });

    test('is not paused in its trial, while it is past due, or once it is to end', async () => {
      const outside = await open();
      const { gateway, publication, newKey } = outside;
      const inTrial = await subscribe(outside, 'good', outside.cheap, { trialDays: 90 });
      const failing = await subscribe(outside, 'fails later');
      await outside.pass('1 month');
      const ending = await subscribe(outside);
      await gateway.cancelAtPeriodEnd(publication, newKey(), ending);
      for (const ref of [inTrial, failing, ending]) {
        const before = await gateway.readSubscription(publication, ref);
        await expect(gateway.pause(publication, newKey(), ref, afterDays(before, 60))).rejects.toThrow(Conflict);
        expect(await gateway.readSubscription(publication, ref)).toEqual(before);
      }
    });

    test('that is past due ends at once when its end is asked for', async () => {
      const outside = await open();
      const ref = await subscribe(outside, 'fails later');
      await outside.pass('1 month');
      await outside.gateway.cancelAtPeriodEnd(outside.publication, outside.newKey(), ref);
      expect((await outside.gateway.readSubscription(outside.publication, ref)).state).toBe('ended');
    });

    test('stays past due while the new card is refused', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const ref = await subscribe(outside, 'fails later');
      await outside.pass('1 month');
      const mending = await gateway.startCheckout(
        publication,
        outside.newKey(),
        request(outside, { cardUpdateFor: ref }),
      );
      await outside.pay(mending.ref, 'declined');
      await gateway.finishCardUpdate(publication, mending.ref);
      expect((await gateway.readSubscription(publication, ref)).state).toBe('past_due');
    });

    test('keeps its price when the charge for another one is refused', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const ref = await subscribe(outside, 'fails later');
      await outside.pass('5 days');
      const preview = await gateway.previewSwitch(publication, ref, dear);
      expect(await gateway.switchPrice(publication, outside.newKey(), ref, dear, preview)).toEqual({
        state: 'declined',
        reason: 'declined',
      });
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        state: 'active',
        price: cheap,
        payments: [{ reason: 'start' }],
      });
    });

    test('is not charged what no longer is what was shown', async () => {
      const outside = await open();
      const { gateway, publication, dear } = outside;
      const ref = await subscribe(outside);
      await outside.pass('5 days');
      const preview = await gateway.previewSwitch(publication, ref, dear);
      await expect(
        gateway.switchPrice(publication, outside.newKey(), ref, dear, { ...preview, dueNow: preview.dueNow - 1 }),
      ).rejects.toThrow(Error);
      expect((await gateway.readSubscription(publication, ref)).payments).toHaveLength(1);
    });

    test('begins a new period with a price of another interval, less what is left of the old one', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const yearly: ChargedPrice = { ...dear, amount: 12_000, interval: 'year' };
      const ref = await subscribe(outside);
      await outside.pass('10 days');
      const preview = await gateway.previewSwitch(publication, ref, yearly);
      expect([preview.timing, preview.dueNow < 12_000, preview.dueNow > 12_000 - cheap.amount]).toEqual([
        'now',
        true,
        true,
      ]);
      await gateway.switchPrice(publication, outside.newKey(), ref, yearly, preview);
      const { price, payments, periodEnd } = await gateway.readSubscription(publication, ref);
      expect([price, payments[1]?.amount, periodEnd]).toEqual([yearly, preview.dueNow, preview.nextAt]);
    });

    test('keeps its price when a change that waited is taken back by the same way', async () => {
      const outside = await open();
      const { gateway, publication, dear, cheap } = outside;
      const ref = await subscribe(outside, 'good', dear);
      const key = outside.newKey();
      const preview = await gateway.previewSwitch(publication, ref, cheap);
      for (let count = 0; count < 2; count += 1) await gateway.switchPrice(publication, key, ref, cheap, preview);
      expect((await gateway.readSubscription(publication, ref)).nextPriceId).toBe(cheap.priceId);
      await gateway.switchPrice(
        publication,
        outside.newKey(),
        ref,
        dear,
        await gateway.previewSwitch(publication, ref, dear),
      );
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        nextPriceId: null,
        nextAmount: dear.amount,
      });
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).payments.map(({ amount }) => amount)).toEqual([
        dear.amount,
        dear.amount,
      ]);
    });

    test('is charged what the preview said, once under a key', async () => {
      const outside = await open();
      const { gateway, publication, dear } = outside;
      const ref = await subscribe(outside);
      await outside.pass('10 days');
      const preview = await gateway.previewSwitch(publication, ref, dear);
      const key = outside.newKey();
      for (let count = 0; count < 3; count += 1)
        expect(await gateway.switchPrice(publication, key, ref, dear, preview)).toEqual({ state: 'done' });
      const { price, payments } = await gateway.readSubscription(publication, ref);
      expect([price.priceId, payments.length, payments[1]?.amount, preview.timing]).toEqual([
        dear.priceId,
        2,
        preview.dueNow,
        'now',
      ]);
    });

    test('has a cheaper price from its next period on', async () => {
      const outside = await open();
      const { gateway, publication, dear, cheap } = outside;
      const ref = await subscribe(outside, 'good', dear);
      const preview = await gateway.previewSwitch(publication, ref, cheap);
      expect(preview).toMatchObject({ timing: 'at_period_end', dueNow: 0, nextAmount: cheap.amount });
      await gateway.switchPrice(publication, outside.newKey(), ref, cheap, preview);
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        price: dear,
        nextPriceId: cheap.priceId,
      });
      await outside.pass('1 month');
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({
        price: cheap,
        nextPriceId: null,
        payments: [{}, { amount: cheap.amount }],
      });
    });

    const expectedOf = async ({ gateway, publication }: Outside, ref: string): Promise<ExpectedRenewal> => {
      const { price, nextPriceId, periodEnd } = await gateway.readSubscription(publication, ref);
      return { priceId: price.priceId, nextPriceId, periodEnd };
    };
    const setPrice = async (outside: Outside, ref: string, price: ChargedPrice): Promise<boolean> =>
      outside.gateway.setRenewalPrice(
        outside.publication,
        outside.newKey(),
        ref,
        price,
        await expectedOf(outside, ref),
      );

    test('has a dearer price from its next renewal on, without a charge before, once under a key', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const ref = await subscribe(outside);
      const [key, expected] = [outside.newKey(), await expectedOf(outside, ref)];
      for (let count = 0; count < 3; count += 1)
        expect(await gateway.setRenewalPrice(publication, key, ref, dear, expected)).toBe(true);
      const waiting = { price: cheap, nextPriceId: dear.priceId, nextAmount: dear.amount, payments: [{}] };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject(waiting);
      await outside.pass('1 month');
      const renewed = await gateway.readSubscription(publication, ref);
      expect(renewed).toMatchObject({ price: dear, nextPriceId: null, nextAmount: dear.amount });
      expect(renewed.payments.map(({ amount, reason }) => [amount, reason])).toEqual([
        [cheap.amount, 'start'],
        [dear.amount, 'renewal'],
      ]);
      await outside.pass('1 month');
      await outside.pass('1 month');
      const later = await gateway.readSubscription(publication, ref);
      expect(later.payments.slice(2).map(({ amount }) => amount)).toEqual([dear.amount, dear.amount]);
    });

    test('keeps its price when the one of its next renewal is taken back', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const ref = await subscribe(outside);
      await setPrice(outside, ref, dear);
      expect(await setPrice(outside, ref, cheap)).toBe(true);
      const kept = { price: cheap, nextPriceId: null, nextAmount: cheap.amount };
      expect(await gateway.readSubscription(publication, ref)).toMatchObject(kept);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).payments[1]?.amount).toBe(cheap.amount);
      expect(await setPrice(outside, ref, dear)).toBe(true);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).payments[2]?.amount).toBe(dear.amount);
      expect(await setPrice(outside, ref, cheap)).toBe(true);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).payments[3]?.amount).toBe(cheap.amount);
    });

    test('goes on with its trial, and is first charged the price of that time', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const ref = await subscribe(outside, 'good', cheap, { trialDays: 14 });
      expect(await setPrice(outside, ref, dear)).toBe(true);
      const trying = await gateway.readSubscription(publication, ref);
      expect(trying).toMatchObject({ state: 'active', payments: [], trialEnd: trying.periodEnd });
      expect(trying.nextAmount).toBe(dear.amount);
      await outside.pass('14 days');
      expect((await gateway.readSubscription(publication, ref)).payments).toMatchObject([
        { priceId: dear.priceId, amount: dear.amount, periodStart: trying.trialEnd },
      ]);
    });

    test('keeps the discount that runs at the price of its next renewal', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const discount = { id: outside.newKey(), off: { percent: 50 }, periods: 2 };
      const ref = await subscribe(outside, 'good', cheap, { discount });
      await setPrice(outside, ref, dear);
      expect((await gateway.readSubscription(publication, ref)).nextAmount).toBe(dear.amount / 2);
      await outside.pass('1 month');
      await outside.pass('1 month');
      const { payments } = await gateway.readSubscription(publication, ref);
      expect(payments.map(({ amount }) => amount)).toEqual([cheap.amount / 2, dear.amount / 2, dear.amount]);
    });

    test('that is not as expected keeps the price of its next renewal', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const renewed = await subscribe(outside);
      const expected = await expectedOf(outside, renewed);
      await outside.pass('1 month');
      const other = await subscribe(outside);
      const seen = await expectedOf(outside, other);
      await setPrice(outside, other, dear);
      const ended = await subscribe(outside);
      const before = await expectedOf(outside, ended);
      await gateway.cancelNow(publication, outside.newKey(), ended);
      const owing = await subscribe(outside, 'fails later');
      await outside.pass('1 month');
      const set = (ref: string, of: ExpectedRenewal) =>
        gateway.setRenewalPrice(publication, outside.newKey(), ref, dear, of);
      const asked = [await set(renewed, expected), await set(other, seen), await set(ended, before)];
      expect(asked).toEqual([false, false, false]);
      expect(await set(owing, await expectedOf(outside, owing))).toBe(false);
      expect(await gateway.readSubscription(publication, renewed)).toMatchObject({ price: cheap, nextPriceId: null });
      expect((await gateway.readSubscription(publication, owing)).nextPriceId).toBeNull();
    });

    test('that is about to end is left alone', async () => {
      const outside = await open();
      const { gateway, publication, dear } = outside;
      const ref = await subscribe(outside);
      await gateway.cancelAtPeriodEnd(publication, outside.newKey(), ref);
      expect(await setPrice(outside, ref, dear)).toBe(false);
      const { cancelAt, periodEnd } = await gateway.readSubscription(publication, ref);
      expect(cancelAt).toEqual(periodEnd);
    });

    test('that waits for the price of a renewal follows the switch that its reader makes instead', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const yearly: ChargedPrice = { ...dear, amount: 12_000, interval: 'year' };
      const ref = await subscribe(outside);
      await setPrice(outside, ref, dear);
      await outside.pass('10 days');
      const preview = await gateway.previewSwitch(publication, ref, yearly);
      await gateway.switchPrice(publication, outside.newKey(), ref, yearly, preview);
      const found = await gateway.readSubscription(publication, ref);
      expect(found).toMatchObject({ price: yearly, nextPriceId: null, nextAmount: 12_000 });
      expect(found.payments.map(({ amount }) => amount)).toEqual([cheap.amount, preview.dueNow]);
    });

    test('is paid back in part and in whole, once under a key, and never more than was paid', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const ref = await subscribe(outside);
      const paymentRef = (await gateway.readSubscription(publication, ref)).payments[0]?.ref ?? '';
      const key = outside.newKey();
      for (let count = 0; count < 3; count += 1) await gateway.refund(publication, key, paymentRef, 100);
      await gateway.refund(publication, outside.newKey(), paymentRef, cheap.amount - 100);
      await expect(gateway.refund(publication, outside.newKey(), paymentRef, 1)).rejects.toThrow(Error);
      expect((await gateway.readSubscription(publication, ref)).payments[0]?.refundedAmount).toBe(cheap.amount);
    });

    test('with a trial is active, and first charged at its end', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const ref = await subscribe(outside, 'good', cheap, { trialDays: 14 });
      const trying = await gateway.readSubscription(publication, ref);
      expect(trying).toMatchObject({
        state: 'active',
        payments: [],
        nextAmount: cheap.amount,
        trialEnd: trying.periodEnd,
      });
      await outside.pass('14 days');
      const { payments, periodEnd, trialEnd } = await gateway.readSubscription(publication, ref);
      expect(trialEnd).toEqual(trying.trialEnd);
      expect(payments).toMatchObject([{ reason: 'renewal', amount: cheap.amount, periodStart: trialEnd, periodEnd }]);
    });

    test('that is canceled in its trial ends with it and costs nothing', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const ref = await subscribe(outside, 'good', cheap, { trialDays: 14 });
      await gateway.cancelAtPeriodEnd(publication, outside.newKey(), ref);
      const { cancelAt, trialEnd, nextAmount } = await gateway.readSubscription(publication, ref);
      expect([cancelAt, nextAmount]).toEqual([trialEnd, null]);
      await outside.pass('1 month');
      expect(await gateway.readSubscription(publication, ref)).toMatchObject({ state: 'ended', payments: [] });
    });

    test('is past due when the charge at the end of its trial fails', async () => {
      const outside = await open();
      const ref = await subscribe(outside, 'fails later', outside.cheap, { trialDays: 14 });
      await outside.pass('14 days');
      const { state, pastDueSince, trialEnd, payments } = await outside.gateway.readSubscription(
        outside.publication,
        ref,
      );
      expect([state, pastDueSince, payments]).toEqual(['past_due', trialEnd, []]);
    });

    test('changes its price in the trial for nothing, and is charged the new one at its end', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const ref = await subscribe(outside, 'good', cheap, { trialDays: 14 });
      await outside.pass('3 days');
      const preview = await gateway.previewSwitch(publication, ref, dear);
      const { trialEnd } = await gateway.readSubscription(publication, ref);
      expect(preview).toMatchObject({ timing: 'now', dueNow: 0, nextAmount: dear.amount, nextAt: trialEnd });
      await gateway.switchPrice(publication, outside.newKey(), ref, dear, preview);
      await outside.pass('11 days');
      expect((await gateway.readSubscription(publication, ref)).payments).toMatchObject([
        { priceId: dear.priceId, amount: dear.amount },
      ]);
    });

    test('costs less for as many periods as its discount has', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const discount = { id: outside.newKey(), off: { percent: 40 }, periods: 2 };
      const ref = await subscribe(outside, 'good', cheap, { discount });
      const off = Math.round(cheap.amount * 0.4);
      expect((await gateway.readSubscription(publication, ref)).nextAmount).toBe(cheap.amount - off);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).nextAmount).toBe(cheap.amount);
      await outside.pass('1 month');
      const { payments } = await gateway.readSubscription(publication, ref);
      expect(payments.map(({ amount, discount: less }) => [amount, less])).toEqual([
        [cheap.amount - off, off],
        [cheap.amount - off, off],
        [cheap.amount, 0],
      ]);
    });

    test('costs nothing, and never less, with a discount larger than the price', async () => {
      const outside = await open();
      const { cheap } = outside;
      const discount = {
        id: outside.newKey(),
        off: { amount: cheap.amount + 1, currency: cheap.currency },
        periods: null,
      };
      const ref = await subscribe(outside, 'good', cheap, { discount });
      await outside.pass('1 month');
      const { payments, state, nextAmount } = await outside.gateway.readSubscription(outside.publication, ref);
      expect([state, nextAmount, payments.map(({ amount, discount: less }) => [amount, less])]).toEqual([
        'active',
        0,
        [
          [0, cheap.amount],
          [0, cheap.amount],
        ],
      ]);
    });

    test('is charged what the preview said while a discount runs', async () => {
      const outside = await open();
      const { gateway, publication, cheap, dear } = outside;
      const ref = await subscribe(outside, 'good', cheap, {
        discount: { id: outside.newKey(), off: { percent: 50 }, periods: 1 },
      });
      await outside.pass('1 hour');
      const preview = await gateway.previewSwitch(publication, ref, dear);
      expect(preview.dueNow).toBeLessThanOrEqual(Math.round((dear.amount - cheap.amount) / 2));
      expect(preview.nextAmount).toBe(dear.amount);
      await gateway.switchPrice(publication, outside.newKey(), ref, dear, preview);
      await outside.pass('1 month');
      expect((await gateway.readSubscription(publication, ref)).payments.map(({ amount }) => amount)).toEqual([
        cheap.amount / 2,
        preview.dueNow,
        dear.amount,
      ]);
    });

    test('is listed with its checkout and state, ended or not, and each once', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const refs = [await subscribe(outside), await subscribe(outside), await subscribe(outside)];
      await gateway.cancelNow(publication, outside.newKey(), refs[0] ?? '');
      const listed: ListedSubscription[] = [];
      for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
        const page = await gateway.listSubscriptions(publication, cursor);
        listed.push(...page.subscriptions);
        cursor = page.next;
      }
      const found = refs.map((ref) => listed.filter((line) => line.ref === ref));
      expect(found.map((lines) => lines.map(({ state }) => state))).toEqual([['ended'], ['active'], ['active']]);
      for (const [line] of found)
        expect(line?.checkoutRef).toBe((await gateway.readSubscription(publication, line?.ref ?? '')).checkoutRef);
    });

    test('that the gateway does not know is not found', async () => {
      const { gateway, publication, newKey, dear } = await open();
      await expect(gateway.readSubscription(publication, 'sub_unknown')).rejects.toThrow(NotFound);
      await expect(gateway.previewSwitch(publication, 'sub_unknown', dear)).rejects.toThrow(NotFound);
      await expect(gateway.refund(publication, newKey(), 'pi_unknown', 1)).rejects.toThrow(NotFound);
      expect(await gateway.ownerOf(publication, 'sub_unknown')).toBeUndefined();
    });

    test('has a page of the gateway for cards and receipts, where there is such a one', async () => {
      const outside = await open();
      const { gateway, publication, siteUrl } = outside;
      const ref = await subscribe(outside);
      const addresses = [
        await gateway.openPortal(publication, ref, `${siteUrl}/`),
        await gateway.openPortal(publication, ref, `${siteUrl}/`),
      ];
      for (const address of addresses)
        expect(address?.startsWith('https://') ?? false).toBe(gateway.capabilities().portal);
    });

    test('of another publication cannot be read', async () => {
      const [outside, other] = [await open(), await open()];
      const ref = await subscribe(outside);
      await expect(other.gateway.readSubscription(other.publication, ref)).rejects.toThrow(Error);
    });
  });

  describe(`${name}: a notification`, () => {
    const told = async (signing?: Signing, kind: 'subscription_changed' | 'unknown' = 'subscription_changed') => {
      const outside = await open();
      const ref = await subscribe(outside);
      const body = outside.notice(ref, kind);
      return {
        ref,
        asked: outside.gateway.parseEvent(outside.publication, Buffer.from(body), outside.sign(body, signing)),
      };
    };

    test.each(['first', 'second'] as const)('names what changed, signed by the %s secret in use', async (secret) => {
      const { ref, asked } = await told({ secret });
      expect(await asked).toMatchObject({ kind: 'subscription_changed', object: 'subscription', ref });
    });

    test('of a kind that is not known tells nothing', async () => {
      expect(await (await told({}, 'unknown')).asked).toBeUndefined();
    });

    test.each<Signing>([{ secret: 'foreign' }, { seconds: -301 }, { seconds: 301 }])(
      'is not believed: %o',
      async (signing) => {
        await expect((await told(signing)).asked).rejects.toThrow(BadSignature);
      },
    );

    test('is not believed without a signature, with another body, or with half a signature', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const body = outside.notice(await subscribe(outside), 'subscription_changed');
      const headers = outside.sign(body);
      const [[header = '', signature = ''] = []] = Object.entries(headers);
      const parse = (text: string, given: Readonly<Record<string, string>>) =>
        gateway.parseEvent(publication, Buffer.from(text), given);
      await expect(parse(body, {})).rejects.toThrow(BadSignature);
      await expect(parse(`${body} `, headers)).rejects.toThrow(BadSignature);
      await expect(parse(body, { [header]: signature.slice(0, -1) })).rejects.toThrow(BadSignature);
      await expect(parse(body, { [header]: '' })).rejects.toThrow(BadSignature);
      expect(await parse(body, headers)).toBeDefined();
    });
  });

  describe(`${name}: a one-off payment`, () => {
    const payOnce = async (outside: Outside): Promise<string> => {
      const { ref } = await outside.gateway.startCheckout(
        outside.publication,
        outside.newKey(),
        request(outside, { mode: 'one-off', price: { ...outside.cheap, amount: 4321 } }),
      );
      await outside.pay(ref, 'good');
      return ref;
    };

    test('is paid once, and begins no subscription', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const ref = await payOnce(outside);
      const found = await gateway.readCheckout(publication, ref);
      expect(found).toMatchObject({
        state: 'complete',
        subscriptionRef: null,
        payment: { amount: 4321, currency: cheap.currency, refundedAmount: 0 },
      });
      await outside.pass('2 months');
      expect(await gateway.readCheckout(publication, ref)).toEqual(found);
    });

    test('stays open after a card was refused', async () => {
      const outside = await open();
      const { ref } = await outside.gateway.startCheckout(
        outside.publication,
        outside.newKey(),
        request(outside, { mode: 'one-off' }),
      );
      await outside.pay(ref, 'declined');
      expect(await outside.gateway.readCheckout(outside.publication, ref)).toEqual({
        state: 'open',
        lastDecline: 'declined',
        subscriptionRef: null,
        payment: null,
      });
    });

    const submitDebit = async (outside: Outside, card: ConformanceCard): Promise<string> => {
      const { gateway, publication } = outside;
      const { ref } = await gateway.startCheckout(publication, outside.newKey(), request(outside, { mode: 'one-off' }));
      await outside.pay(ref, card);
      return ref;
    };
    const UNPAID = { lastDecline: null, subscriptionRef: null, payment: null };

    test('by a debit is pending until it has succeeded, and paid only then', async () => {
      const outside = await open();
      const { gateway, publication, cheap } = outside;
      const ref = await submitDebit(outside, 'debit');
      const pending = { state: 'pending', ...UNPAID };
      expect(await gateway.readCheckout(publication, ref)).toEqual(pending);
      expect(await gateway.expireCheckout(publication, ref)).toEqual(pending);
      await outside.pass('2 days');
      expect(await gateway.readCheckout(publication, ref)).toEqual(pending);
      await outside.pass('2 days');
      expect(await gateway.readCheckout(publication, ref)).toMatchObject({
        state: 'complete',
        payment: { amount: cheap.amount, currency: cheap.currency, refundedAmount: 0, dispute: 'none' },
      });
    });

    test('by a debit that fails is never paid, and over', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const ref = await submitDebit(outside, 'debit that fails');
      expect(await gateway.readCheckout(publication, ref)).toEqual({ state: 'pending', ...UNPAID });
      await outside.pass('4 days');
      expect(await gateway.readCheckout(publication, ref)).toEqual({ state: 'failed', ...UNPAID });
      await outside.pay(ref, 'good');
      expect(await gateway.readCheckout(publication, ref)).toEqual({ state: 'failed', ...UNPAID });
    });

    test('is paid back, once under a key, and never more than was paid', async () => {
      const outside = await open();
      const { gateway, publication } = outside;
      const ref = await payOnce(outside);
      const paymentRef = (await gateway.readCheckout(publication, ref)).payment?.ref ?? '';
      const key = outside.newKey();
      for (let count = 0; count < 3; count += 1) await gateway.refund(publication, key, paymentRef, 4000);
      await expect(gateway.refund(publication, outside.newKey(), paymentRef, 322)).rejects.toThrow(Error);
      expect((await gateway.readCheckout(publication, ref)).payment?.refundedAmount).toBe(4000);
    });
  });
}
