// The sandbox through the suite that every gateway runs through.
import { addSeconds } from '../../src/database/clock.ts';
import { randomSecret, SecretKeys } from '../../src/database/secrets.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { authenticate } from '../../src/payments/sandbox/checkout.ts';
import { SandboxGateway } from '../../src/payments/sandbox/gateway.ts';
import { SIGNATURE_HEADER, signEvent } from '../../src/payments/sandbox/signature.ts';
import {
  DEBIT_CARD,
  FAILING_DEBIT_CARD,
  GOOD_CARD,
  LATER_FAILING_CARD,
  LATER_FAILING_DEBIT_CARD,
} from '../support/publications/cards.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';
import { describeConformance, type ConformanceCard, type Outside } from './conformance.ts';

const SECRETS = {
  first: 'the first secret in use that is long enough',
  second: 'the second secret in use that is long enough',
  foreign: 'a secret that is not in use that is long enough',
};
const service = useService({ SECRET_KEY: `${SECRETS.first},${SECRETS.second}` });
const CARDS: Readonly<Record<ConformanceCard, string>> = {
  good: GOOD_CARD,
  authenticates: '4000002500003155',
  authentication_refused: '4000002500003155',
  'fails later': LATER_FAILING_CARD,
  'fails later: insufficient_funds': '4000000003419995',
  'fails later: authentication_refused': '4000002760003184',
  'fails later: expired_card': '4000000003410069',
  'fails later: lost card': '4000000003419987',
  'fails later: unknown': '4000000003410119',
  debit: DEBIT_CARD,
  'debit that fails': FAILING_DEBIT_CARD,
  'debit that fails later': LATER_FAILING_DEBIT_CARD,
  declined: '4000000000000002',
  insufficient_funds: '4000000000009995',
  expired_card: '4000000000000069',
  wrong_cvc: '4000000000000127',
};

async function open(): Promise<Outside> {
  const paid = await givenPayingSite(service());
  const { publication, price, otherPlan } = paid;
  const given = { planId: otherPlan.id, amount: 1200, currency: 'EUR', interval: 'month' };
  const dear = await service().database.transaction((transaction) =>
    createPrice(publication, transaction, service().clock, given),
  );
  const toCharged = ({ id, amount, currency, interval }: typeof price) => ({ priceId: id, amount, currency, interval });
  const gateway = new SandboxGateway(service());
  const { ref: customerRef } = await gateway.createCustomer(publication, 'conformance', {
    id: 'cus_conformance',
    email: null,
    name: null,
  });
  return {
    gateway,
    publication,
    customerRef,
    siteUrl: publication.siteUrl,
    cheap: toCharged(price),
    dear: toCharged(dear),
    pay: async (ref, card) => {
      await paid.payAt(`${publication.siteUrl}/sandbox/checkout/${ref}`, CARDS[card]);
      const isConfirmed = card === 'authenticates' || card === 'fails later: authentication_refused';
      if (isConfirmed || card === 'authentication_refused') {
        await service().database.transaction((transaction) =>
          authenticate(publication, transaction, service().clock, ref, isConfirmed),
        );
      }
    },
    pass: async (duration) => {
      await paid.advance(duration);
    },
    newKey: () => randomSecret(16),
    notice: (ref, kind) =>
      JSON.stringify({
        id: `sandbox_evt_${randomSecret(16)}`,
        kind,
        object: 'subscription',
        ref,
        at: service().clock.now().getTime(),
      }),
    sign: (body, { secret = 'first', seconds = 0 } = {}) => {
      const at = { now: (): Date => addSeconds(service().clock.now(), seconds) };
      return { [SIGNATURE_HEADER]: signEvent(new SecretKeys([SECRETS[secret]]), at, Buffer.from(body)) };
    },
  };
}

describeConformance('the sandbox', open);
