// What the world of the tenancy tests has none of: people who are erased, merged or unusual, and records of things that
// seldom happen.
import { newId } from '../../src/database/ids.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { saveFilter } from '../../src/models/finding/saved-filter.ts';
import { addMoves } from '../../src/models/money/price-change-move.ts';
import { createPriceChange } from '../../src/models/money/price-change.ts';
import { addMailProblem } from '../../src/models/outbox/mail-problem.ts';
import { addNote } from '../../src/models/people/note.ts';
import { addContinueHost } from '../../src/models/publication/continue-host.ts';
import { setMailWords } from '../../src/models/publication/mail-words.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { setBuyer } from '../../src/models/tax/buyer.ts';
import { changeSeller } from '../../src/models/tax/seller.ts';
import { setRate } from '../../src/models/tax/tax-rate.ts';
import { first, type World } from '../tenancy/world.ts';

const SETTINGS = {
  homeUrl: 'https://www.example.org/',
  contactEmail: 'post@example.org',
  description: 'Stories from the harbour',
  imprintUrl: 'https://www.example.org/legal',
  termsUrl: 'https://www.example.org/terms',
  privacyUrl: 'https://www.example.org/privacy',
  withdrawalUrl: 'https://www.example.org/withdrawal',
  senderName: 'The editors',
  replyTo: 'answers@example.org',
  plansPerReader: 'several',
  languages: 'de,en',
};

export async function addRareRecords({ paid }: World): Promise<void> {
  const { publication, service } = paid;
  const { database, clock } = service;
  await database.transaction(async (transaction) => {
    await updatePublication(transaction, publication.id, SETTINGS);
    await addContinueHost(publication, transaction, clock, { host: 'www.example.org' });
    const words = { opening: 'Dear {name},\nhello', closing: 'The people of {publication}' };
    await setMailWords(publication, transaction, { mail: 'paid', language: 'de', ...words });
    await changeSeller(publication, transaction, { name: 'Echo Press', country: 'DE', hasReverseCharge: true });
    await setRate(publication, transaction, { country: 'DE', productKind: 'print', percent: '7' });
    const terms = { planId: paid.plan.id, currency: 'JPY', interval: 'year' };
    const from = await createPrice(publication, transaction, clock, { ...terms, amount: 7000 });
    const to = await createPrice(publication, transaction, clock, { ...terms, amount: 7100 });
    const change = { fromPriceId: from.id, toPriceId: to.id, startsAt: Date.parse('2999-12-31') };
    const changeId = await createPriceChange(publication, transaction, clock, change);
    const { id: billingId } = await first(paid, 'billings');
    await saveFilter(publication, transaction, clock, { name: 'Payers', query: `state=paying&plan=${paid.plan.id}` });
    const { id: customerId } = await first(paid, 'customers');
    await setBuyer(publication, transaction, customerId, { company: 'Ada Ltd', vatNumber: 'ATU12345678', country: '' });
    await addNote(publication, transaction, clock, {
      customerId,
      author: { id: null, name: 'Ada' },
      text: 'Likes tea',
    });
    await addMailProblem(publication, transaction, clock, {
      recipientMac: 'of an address',
      customerId,
      kind: 'hard_bounce',
      status: '5.1.1',
      answer: null,
      deliveryId: newId('dlv', clock.now()),
    });
    await addMoves(publication, transaction, clock.now(), [{ changeId, billingId, dueAt: change.startsAt }]);
  });
  const name = 'Ünal "\\ \u2028 =SUM(A1)\t👩‍🚀';
  await paid.api.post('/customers', { email: 'odd@example.org', name });
  const erased = await paid.api.post('/customers', { email: 'erased@example.org', name });
  await paid.api.post(`/customers/${erased.json<{ id: string }>().id}/erase`);
}
