// `/dashboard/:publication/imports/account`: reads the account of the connected gateway; and what its prices mean here,
// which `/dashboard/:publication/imports/:import` asks before anything is checked.
import type { FastifyReply } from 'fastify';
import type { FormReading } from '../../http/bodies/form.ts';
import { Conflict } from '../../models/errors.ts';
import type { Import } from '../../models/imports/import-record.ts';
import { NEW_PLAN } from '../../models/imports/import-settings.ts';
import { checkReading, type AccountSettings } from '../../models/imports/reading.ts';
import { isChoice, listPriceChoices, type PriceChoices } from '../../payments/takeover/map-prices.ts';
import { beginTakeover, findTakeoverSource } from '../../payments/takeover/source.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatAmount, formatCount, formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { priceText } from '../../views/price-text.ts';
import { isTextKey } from '../../views/text.ts';
import { actAndGo, formIdOf, runAct } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { importOf } from './one-import.ts';

interface Option {
  readonly value: string;
  readonly text: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/moving/account-prices': DashboardData & {
      readonly href: string;
      readonly rows: string;
      readonly prices: readonly {
        readonly ref: string;
        readonly name: string;
        readonly terms: string;
        readonly count: string;
        readonly value: string;
        readonly options: readonly Option[];
      }[];
      readonly isForEverybody: boolean;
    };
  }
}

/** Stands for subscriptions that are left alone; an empty value for a price of which nothing is said. */
const LEFT_ALONE = '-';

/** The gateway's name in the visitor's language; empty where no account can be taken over. */
export async function sourceName(service: Service, { language, session }: Visit): Promise<string> {
  const source = await findTakeoverSource(service, session.publication);
  return source === undefined ? '' : gatewayName(language, source.name);
}

function gatewayName({ t }: Language, gateway: string): string {
  const key = `dashboard.gateway.${gateway}.name`;
  return isTextKey(key) ? t(key) : gateway;
}

export async function readAccount(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { language, session } = visit;
  const { publication } = session;
  const source = await findTakeoverSource(service, publication);
  if (source === undefined) return goTo(visit, '/imports', 'no-account');
  const time = formatMoment(service.clock.now().getTime(), language.tag, publication.timeZone);
  const name = language.t('dashboard.imports.account-of', { gateway: gatewayName(language, source.name), time });
  const id = await runAct(service, visit, async (transaction) => {
    const result = await beginTakeover(service, publication, transaction, { gateway: source.name, name });
    return { result, act: { name: 'import.read', recordId: result } };
  });
  return goTo(visit, `/imports/${id}`);
}

export async function showPrices(
  service: Service,
  visit: Visit,
  of: Import,
  state: FormState = FRESH,
): Promise<FastifyReply> {
  const { language, session } = visit;
  const choices = await listPriceChoices(session.publication, service.database, of.accountPrices);
  const { prices, isForEverybody } = of.settings;
  const isSaid = of.revision > 0;
  const valueOf = ({ of: price, proposed = '' }: PriceChoices): string => {
    const said = prices[price.ref];
    if (said === undefined) return isSaid ? '' : proposed;
    return said === '' ? LEFT_ALONE : said;
  };
  const data = {
    href: pathOf(visit, `/imports/${of.id}`),
    rows: formatCount(of.rowCount, language.tag),
    prices: choices.map((choice) => ({
      ref: choice.of.ref,
      name: choice.of.name,
      terms: termsOf(choice, language),
      count: language.t('dashboard.imports.subscriptions', { count: choice.of.count }),
      value: valueOf(choice),
      options: optionsOf(choice, language),
    })),
    isForEverybody,
  };
  return showDashboard(service, visit, 'dashboard/moving/account-prices', data, state);
}

function termsOf({ of: { amount, currency, interval } }: PriceChoices, language: Language): string {
  if (amount === null) return language.t('dashboard.imports.fault.amount');
  if (interval !== null) return priceText({ amount, currency, interval }, language);
  return `${formatAmount(amount, currency, language.tag)} · ${language.t('dashboard.imports.fault.interval')}`;
}

function optionsOf({ of, same, plans, isHoldable }: PriceChoices, { t }: Language): Option[] {
  const leftAlone = { value: LEFT_ALONE, text: t('dashboard.imports.left-alone') };
  if (!isHoldable) return [{ value: '', text: t('dashboard.imports.not-holdable') }, leftAlone];
  return [
    { value: '', text: t('dashboard.imports.not-said') },
    ...same.map(({ price, plan }) => ({
      value: price.id,
      text: t('dashboard.imports.price-of-plan', { plan: plan.name }),
    })),
    ...plans
      .filter(({ id }) => !same.some(({ plan }) => plan.id === id))
      .map(({ id, name }) => ({ value: id, text: t('dashboard.imports.new-price-of', { plan: name }) })),
    { value: NEW_PLAN, text: t('dashboard.imports.new-plan', { name: of.name }) },
    leftAlone,
  ];
}

export async function submitPrices(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const of = await importOf(service, visit);
  const choices = await listPriceChoices(publication, service.database, of.accountPrices);
  const settings = readChoices(visit.form, choices);
  try {
    return await actAndGo(
      service,
      visit,
      { path: `/imports/${of.id}`, done: 'import-checked' },
      async (transaction) => {
        await checkReading(publication, transaction, of.id, settings);
        return { name: 'import.check', recordId: of.id };
      },
    );
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return goTo(visit, `/imports/${of.id}`, 'import-over');
  }
}

/** What is no choice of the page counts as not said. */
function readChoices(form: FormReading, choices: readonly PriceChoices[]): AccountSettings {
  const prices: Record<string, string> = {};
  for (const choice of choices) {
    const typed = fieldOf(form, `price-${choice.of.ref}`);
    const said = typed === LEFT_ALONE ? '' : typed;
    if (typed !== '' && isChoice(choice, said)) prices[choice.of.ref] = said;
  }
  return { prices, isForEverybody: fieldOf(form, 'everybody') !== '' };
}
