// The sandbox through the suite that every gateway runs through.
import { randomSecret } from '../../src/database/secrets.ts';
import { createPrice } from '../../src/models/price.ts';
import { SandboxGateway } from '../../src/payments/sandbox/gateway.ts';
import { FAILS_LATER, GOOD_CARD, givenPaidSite } from '../support/payments.ts';
import { useService } from '../support/service.ts';
import { describeConformance, type ConformanceCard, type Outside } from './conformance.ts';

const service = useService();
const CARDS: Readonly<Record<Exclude<ConformanceCard, 'authentication_refused'>, string>> = {
  good: GOOD_CARD,
  'fails later': FAILS_LATER,
  declined: '4000000000000002',
  insufficient_funds: '4000000000009995',
  expired_card: '4000000000000069',
  wrong_cvc: '4000000000000127',
};

async function open(): Promise<Outside> {
  const paid = await givenPaidSite(service());
  const { publication, price, otherPlan } = paid.site;
  const given = { planId: otherPlan.id, amount: 1200, currency: 'EUR', interval: 'month' };
  const dear = await service().database.transaction((transaction) => createPrice(publication, transaction, service().clock, given));
  const toCharged = ({ id, amount, currency, interval }: typeof price) => ({ priceId: id, amount, currency, interval });
  const gateway = new SandboxGateway(service());
  const { ref: customerRef } = await gateway.createCustomer(publication, 'conformance', { id: 'cus_conformance', email: null, name: null });
  return {
    gateway,
    publication,
    customerRef,
    siteUrl: publication.siteUrl,
    cheap: toCharged(price),
    dear: toCharged(dear),
    pay: async (ref, card) => {
      await paid.payAt(`${publication.siteUrl}/sandbox/checkout/${ref}`, card === 'authentication_refused' ? '' : CARDS[card]);
    },
    pass: async (duration) => {
      await paid.advance(duration);
    },
    newKey: () => randomSecret(16),
  };
}

describeConformance('the sandbox', open);
