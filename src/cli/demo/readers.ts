// The readers of the demo publication: a dozen in different states, whose past is lived through, by a clock of its own,
// with the same models, checkouts and payment rounds as those of real readers. So lists and figures have something to show.
import type { Clock } from '../../database/clock.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { findOffer } from '../../models/catalog/offer.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { findGiftOfCheckout } from '../../models/money/gift-record.ts';
import { listActiveSubscriptions } from '../../models/money/subscription-record.ts';
import { createSubscription } from '../../models/money/subscription.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import { findOrCreateVerifiedCustomer } from '../../models/people/customer.ts';
import { subscribeToNewsletter } from '../../models/people/newsletter-subscription.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { startCheckout, startGift, type CheckoutStarted } from '../../payments/checkout/checkout.ts';
import { receiveEvent } from '../../payments/events.ts';
import type { PaymentParts } from '../../payments/gateways.ts';
import { claim, toGiftTerms } from '../../payments/gift.ts';
import { endOfPauseAfter, getPauseTerms, pauseSubscription } from '../../payments/pause.ts';
import { runPaymentRound } from '../../payments/payment-round.ts';
import { payByCard } from '../../payments/sandbox/checkout.ts';
import { cancelAtPeriodEnd } from '../../payments/subscription.ts';
import { Refused } from '../failure.ts';

const GOOD_CARD = '4242 4242 4242 4242';
/** Pays once; the first renewal fails. */
const CARD_THAT_FAILS_LATER = '4000 0000 0000 0341';
const DAY = 24 * 3600 * 1000;
/** When the demo publication began, in days before today. */
const DEMO_DAYS = 120;
/** Rounds are run for each day that passes, as the running service does. */
const ROUNDS_MAX = 50;

interface Buyer {
  readonly name: string;
  readonly email: string;
  /** Days before today. */
  readonly since: number;
  readonly newsletters?: readonly string[];
  readonly buys?: { readonly offer: string; readonly interval: 'month' | 'year'; readonly code?: string };
  readonly card?: string;
  /** Days before today at which the reader cancels for the end of the period, or pauses for three months. */
  readonly cancels?: number;
  readonly pauses?: number;
  readonly isComplimentary?: true;
  /** The e-mail address of whoever buys it. */
  readonly giftFrom?: string;
}

const READER = { offer: 'reader', interval: 'month' } as const;

const READERS: readonly Buyer[] = [
  { name: 'Ines Moreau', email: 'ines.moreau', since: 118, buys: READER, newsletters: ['sunday-letter'] },
  { name: 'Tom Achterberg', email: 'tom.achterberg', since: 104, buys: { offer: 'subscriber', interval: 'year' } },
  { name: 'Hanna Lindqvist', email: 'hanna.lindqvist', since: 97, buys: READER, pauses: 40 },
  { name: 'Paul Oduya', email: 'paul.oduya', since: 90, buys: READER, cancels: 75 },
  { name: 'Marta Kowalska', email: 'marta.kowalska', since: 81, newsletters: ['sunday-letter', 'harbour-notes'] },
  {
    name: 'Jonas Weber',
    email: 'jonas.weber',
    since: 66,
    buys: { offer: 'subscriber', interval: 'month' },
    newsletters: ['harbour-notes'],
  },
  { name: 'Aiko Tanaka', email: 'aiko.tanaka', since: 52, isComplimentary: true },
  { name: 'Sean Gallagher', email: 'sean.gallagher', since: 47, buys: { ...READER, code: 'HARBOUR' } },
  { name: 'Rosa Benedetti', email: 'rosa.benedetti', since: 34, buys: READER, card: CARD_THAT_FAILS_LATER },
  { name: 'Emil Achterberg', email: 'emil.achterberg', since: 25, giftFrom: 'tom.achterberg' },
  { name: 'Louise Petit', email: 'louise.petit', since: 18, buys: READER, cancels: 4 },
  { name: 'Victor Sandoval', email: 'victor.sandoval', since: 9, newsletters: ['sunday-letter'] },
  { name: 'Clara Hoffmann', email: 'clara.hoffmann', since: 5, buys: { offer: 'patron', interval: 'year' } },
];

const addressOf = (email: string): string => `${email}@readers.example`;

/** A clock that stands at a day of the past; as of 0, it shows the real time. */
export class PastClock implements Clock {
  #daysAgo = DEMO_DAYS;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Date {
    return new Date(this.#clock.now().getTime() - this.#daysAgo * DAY);
  }

  moveTo(daysAgo: number): void {
    this.#daysAgo = daysAgo;
  }
}

/** Lives through the days since the publication began. No worker may run meanwhile: its clock would show today. */
export async function createDemoReaders(
  given: PaymentParts,
  publication: PublicationRow,
  clock: PastClock,
): Promise<void> {
  const past = new DemoPast({ ...given, clock }, publication);
  for (let day = DEMO_DAYS; day >= 0; day -= 1) {
    clock.moveTo(day);
    await past.runRounds();
    for (const reader of READERS) {
      if (reader.since === day) await past.join(reader);
      if (reader.cancels === day) await past.cancel(reader);
      if (reader.pauses === day) await past.pause(reader);
    }
  }
  await past.runRounds();
}

class DemoPast {
  readonly #parts: PaymentParts;
  readonly #publication: PublicationRow;

  constructor(parts: PaymentParts, publication: PublicationRow) {
    this.#parts = parts;
    this.#publication = publication;
  }

  async join(reader: Buyer): Promise<void> {
    const customer = await this.#customer(reader);
    await this.#subscribeToNewsletters(customer, reader.newsletters ?? []);
    if (reader.buys !== undefined) await this.#buy(customer, reader.buys, reader.card ?? GOOD_CARD);
    if (reader.isComplimentary === true) await this.#give(customer);
    if (reader.giftFrom !== undefined) await this.#takeGift(customer, reader.giftFrom);
    await this.runRounds();
  }

  async cancel(reader: Buyer): Promise<void> {
    const { customerId, id } = await this.#subscriptionOf(reader);
    await cancelAtPeriodEnd(this.#parts, this.#publication, customerId, id);
    await this.runRounds();
  }

  async pause(reader: Buyer): Promise<void> {
    const { customerId, id } = await this.#subscriptionOf(reader);
    const terms = await getPauseTerms(this.#parts, this.#publication, customerId, id);
    const until = endOfPauseAfter(3, terms);
    await pauseSubscription(this.#parts, this.#publication, { customerId, subscriptionId: id, until });
    await this.runRounds();
  }

  /** The sandbox's webhooks are taken at once, as no server runs that they could be sent to. */
  async runRounds(): Promise<void> {
    const post = async (_url: string, body: string, headers: Readonly<Record<string, string>>): Promise<number> => {
      await receiveEvent(this.#parts, 'sandbox', this.#publication, Buffer.from(body), headers);
      return 200;
    };
    const onError = (error: unknown): never => {
      throw error;
    };
    for (let round = 0; await runPaymentRound(this.#parts, { post, onError }); round += 1)
      if (round === ROUNDS_MAX) throw new Refused('The payments of the demo do not come to rest');
  }

  #customer({ name, email }: Pick<Buyer, 'name' | 'email'>): Promise<CustomerSummary> {
    const { database, clock } = this.#parts;
    const address = parseEmailAddress(addressOf(email));
    return database.transaction((transaction) =>
      findOrCreateVerifiedCustomer(this.#publication, transaction, clock, { address, name }),
    );
  }

  async #subscribeToNewsletters({ id }: CustomerSummary, slugs: readonly string[]): Promise<void> {
    const { database, clock } = this.#parts;
    const newsletters = await listNewsletters(this.#publication, database);
    await database.transaction(async (transaction) => {
      for (const { id: newsletterId, slug } of newsletters)
        if (slugs.includes(slug))
          await subscribeToNewsletter(this.#publication, transaction, clock, { customerId: id, newsletterId });
    });
  }

  async #buy(customer: CustomerSummary, wanted: NonNullable<Buyer['buys']>, card: string): Promise<void> {
    const { price } = await this.#priceOf(wanted.offer, wanted.interval);
    const started = await startCheckout(this.#parts, this.#publication, customer, {
      offerSlug: wanted.offer,
      priceId: price.id,
      code: wanted.code,
      urls: this.#urls,
    });
    await this.#pay(started, card);
  }

  async #give({ id: customerId }: CustomerSummary): Promise<void> {
    const { database, clock } = this.#parts;
    const { offer } = await this.#priceOf('reader', 'month');
    const given = { customerId, planId: offer.plan.id, complimentary: true };
    await database.transaction((transaction) => createSubscription(this.#publication, transaction, clock, given));
  }

  async #takeGift(recipient: CustomerSummary, from: string): Promise<void> {
    const { database, clock } = this.#parts;
    const giver = await this.#customer(READERS.find(({ email }) => email === from) ?? { name: from, email: from });
    const { offer, price } = await this.#priceOf('reader', 'year');
    const { email, emailNormalized } = parseEmailAddress(recipient.email ?? '');
    const gift = {
      ...toGiftTerms(offer, price, 1),
      recipientEmail: email,
      recipientEmailNormalized: emailNormalized,
      senderName: giver.name,
      message: 'For your long train rides.',
      deliverAt: clock.now().getTime(),
    };
    const started = await startGift(this.#parts, this.#publication, giver, {
      gift,
      planName: offer.plan.name,
      urls: this.#urls,
    });
    await this.#pay(started, GOOD_CARD);
    await this.runRounds();
    const paid = await findGiftOfCheckout(this.#publication, database, started.checkoutId);
    if (paid !== undefined) await claim(this.#parts, this.#publication, recipient.id, paid);
  }

  async #pay({ redirectUrl }: CheckoutStarted, card: string): Promise<void> {
    const { database, clock } = this.#parts;
    const id = redirectUrl.slice(redirectUrl.lastIndexOf('/') + 1);
    const outcome = await database.transaction((transaction) =>
      payByCard(this.#publication, transaction, clock, id, card),
    );
    if (outcome !== 'paid') throw new Refused(`A payment of the demo is ${outcome}`);
  }

  async #priceOf(slug: string, interval: string) {
    const offer = await findOffer(this.#publication, this.#parts.database, slug);
    const price = offer?.prices.find((one) => one.interval === interval);
    if (offer === undefined || price === undefined)
      throw new Refused(`The demo has no offer ${slug} by the ${interval}`);
    return { offer, price };
  }

  async #subscriptionOf(reader: Buyer): Promise<{ readonly customerId: string; readonly id: string }> {
    const { id: customerId } = await this.#customer(reader);
    const [held] = await listActiveSubscriptions(this.#publication, this.#parts.database, customerId);
    if (held === undefined) throw new Refused(`${reader.name} has no subscription`);
    return { customerId, id: held.id };
  }

  readonly #urls = (checkoutId: string): { readonly returnUrl: string; readonly cancelUrl: string } => ({
    returnUrl: `${this.#publication.siteUrl}/checkouts/${checkoutId}`,
    cancelUrl: `${this.#publication.siteUrl}/offers`,
  });
}
