// Readers with everything that the dashboard shows about one: payments, a gift, subscriptions in each state, notes, mails that came back, imports; and
// the figures of a year before.
import type { Page } from 'playwright-core';
import { listPlans } from '../../../src/models/catalog/plan.ts';
import { recordFigureChanges, type FigureChange } from '../../../src/models/figure-change.ts';
import { GOOD_CARD } from '../publications/cards.ts';
import { givenMailReport } from '../publications/mail-report.ts';
import { withPublicationOf, type RunningDemo } from './demo.ts';
import { mouse, press } from './hands.ts';

const READER = 'ada.lindqvist@example.org';
/** An address as long as some are. */
const SECOND_READER = 'wilhelmina.featherstonehaugh-cholmondeley@newsletters.university-of-the-harbour.example.org';

const IMPORTED = `email,name,joined,plan,complimentary until,paid until
ben.okafor@example.org,Ben Okafor,2025-11-03,digital,,2027-03-01
mei.tanaka@example.org,Mei Tanaka,2026-01-17,print,,2027-06-30
jonas.weber@example.org,Jonas Weber,2026-02-08,,,
amina.diallo@example.org,Amina Diallo,2026-04-22,digital,2027-01-31,
not an address,Nobody At All,2026-05-01,,,
ines.santos@example.org,Inês Santos,the first of May,,,
oskar.lind@example.org,Oskar Lind,2026-06-30,patron,,2027-07-01
`;

/** The reader signs in at the publisher's website and pays for a subscription and a gift; another one pays, too. Both are signed out in the end. */
export async function fillReaders(demo: RunningDemo, page: Page): Promise<void> {
  await page.goto(`${demo.site_url}/sign-in`);
  await proveAddress(demo, page, SECOND_READER);
  await pay(page, `${demo.site_url}/offers/subscriber/subscribe`);
  await signOut(demo, page);
  await page.goto(demo.publisher_site_url);
  await press(page, 'Sign in');
  await proveAddress(demo, page, READER);
  await pay(page, `${demo.site_url}/offers/reader/subscribe?code=HARBOUR`);
  await page.goto(`${demo.site_url}/gift`);
  await page.getByLabel('Recipient’s e-mail address').fill(SECOND_READER);
  await press(page, 'Continue to payment');
  await payBy(page, GOOD_CARD);
  await page.goto(`${demo.site_url}/oauth/authorize?client_id=unknown&redirect_uri=https://old.example.org/`);
  await signOut(demo, page);
}

/** What a publisher does about them in the dashboard. */
export async function helpReaders(overview: string, page: Page): Promise<void> {
  await page.goto(`${overview}/people?state=paying`);
  await press(page, 'Save this filter');
  await mouse.fill(page, 'Name of the filter', 'Those who pay');
  await press(page, 'Save');
  await page.goto(`${overview}/people?q=${SECOND_READER}`);
  await press(page, 'Cancel Subscriber');
  await page.getByLabel('At the end of the paid period').check();
  await press(page, 'Cancel it');
  await page.goto(`${overview}/people?q=${READER}`);
  const person = page.url();
  await page.goto(`${person}/details`);
  await mouse.fill(page, 'Name', 'Ada Lindqvist');
  await press(page, 'Save the name');
  await page
    .getByLabel('New note')
    .fill('Wrote to us about the issue of June: it came a week late.\nSent another copy.');
  await press(page, 'Save the note');
  await page.goto(person);
  await press(page, 'Pause Reader');
  await page.getByLabel(/^One month, until/).check();
  await page.locator('#act button[type=submit]').click();
  await page.waitForURL(/done=paused/);
  await page.goto(`${person}/give`);
  await mouse.choose(page, 'Plan', 'Subscriber');
  await press(page, 'Give it');
}

/** One import that is checked, with faulty rows, and one of which the columns are still asked. */
export async function importReaders(overview: string, page: Page): Promise<void> {
  for (const isChecked of [true, false]) {
    await page.goto(`${overview}/imports`);
    await page.getByLabel('Or paste rows').fill(IMPORTED);
    await press(page, 'Upload');
    if (isChecked) await press(page, 'Check the file');
  }
}

/** A mail to the second reader came back; and what the figures of the last year are made of. */
export async function fillPast(demo: RunningDemo): Promise<void> {
  await withPublicationOf(demo, async (parts, publication) => {
    const { database, clock } = parts;
    await givenMailReport(parts, publication, SECOND_READER);
    const [plan] = await listPlans(publication, database);
    const changes = pastChanges(clock.now(), plan?.id ?? '');
    await database.transaction((transaction) => recordFigureChanges(publication, transaction, changes));
  });
}

const DAY_MILLISECONDS = 86_400_000;

/** Of a publication that grows, with readers who come, try, pay and leave on each day of a year. */
function pastChanges(now: Date, planId: string): FigureChange[] {
  const change = (daysAgo: number, figure: FigureChange['figure'], part: string, amount: number): FigureChange => ({
    customerId: null,
    at: now.getTime() - daysAgo * DAY_MILLISECONDS,
    figure,
    part,
    currency: figure === 'people' || figure === 'end' ? '' : 'EUR',
    amount,
  });
  return Array.from({ length: 365 }, (_, index) => 365 - index).flatMap((daysAgo) => {
    const day = 365 - daysAgo;
    const coming = 2 + (day % 7 === 0 ? 5 : day % 3);
    const paying = 1 + (day % 4 === 0 ? 2 : 0);
    const leaving = day > 30 && day % 5 === 0 ? 2 : 0;
    return [
      change(daysAgo, 'people', '>free', coming),
      change(daysAgo, 'people', 'free>paying', paying),
      change(daysAgo, 'people', 'free>trial', day % 6 === 0 ? 1 : 0),
      change(daysAgo, 'people', 'paying>ended', leaving),
      change(daysAgo, 'end', day % 3 === 0 ? 'unpaid' : 'reader', leaving),
      change(daysAgo, 'mrr', planId, (paying - leaving) * 600 * 12),
      change(daysAgo, 'mrr_new', '', paying * 600 * 12),
      change(daysAgo, 'mrr_lost', '', -leaving * 600 * 12),
      change(daysAgo, 'in', 'payment', (paying + Math.floor(day / 6)) * 600),
      change(daysAgo, 'out', 'payment', day % 25 === 0 ? 600 : 0),
    ];
  });
}

/** From the form for the address to the page after the e-mail code. */
async function proveAddress(demo: RunningDemo, page: Page, email: string): Promise<void> {
  await mouse.fill(page, 'E-mail address', email);
  await press(page, 'Send me a code');
  await mouse.fill(page, 'Six-digit code', await demo.nextCode(email));
  await press(page, 'Continue');
}

async function signOut(demo: RunningDemo, page: Page): Promise<void> {
  await page.goto(demo.site_url);
  await press(page, 'Sign out');
}

async function pay(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await press(page, 'Continue');
  await press(page, /^Pay €/);
  await payBy(page, GOOD_CARD);
}

async function payBy(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await press(page, /^(?:Pay €|Save)/);
}
