// The forms of `/dashboard/:publication/tax`. What they change holds for receipts that are issued afterwards.
import type { FastifyReply } from 'fastify';
import { listPlansAsProducts, setProductKind } from '../../models/catalog/plan.ts';
import { EU_RATES_AS_OF } from '../../models/tax/eu-rates.ts';
import { changeSeller } from '../../models/tax/seller.ts';
import { removeRate, setEuRates, setRate } from '../../models/tax/tax-rate.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { showTaxPage, type TypedRateRow, type TypedSeller } from './tax-page.ts';

export function showTax(service: Service, visit: Visit): Promise<FastifyReply> {
  return showTaxPage(service, visit);
}

export async function submitSeller(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const typed = (name: string): string => fieldOf(visit.form, name);
  const seller: TypedSeller = {
    name: typed('seller_name'),
    address: typed('seller_address'),
    country: typed('country'),
    taxNumber: typed('tax_number'),
    hasReverseCharge: typed('reverse_charge') !== '',
    hasGatewayTax: typed('gateway_tax') !== '',
  };
  try {
    await runAct(service, visit, async (transaction) => {
      const { name } = await changeSeller(publication, transaction, seller);
      return { result: null, act: { name: 'seller.set', recordId: null, recordName: name ?? publication.name } };
    });
  } catch (error) {
    return showTaxPage(service, visit, { seller }, toFault(visit.language, error));
  }
  return goTo(visit, '/tax', 'saved');
}

export async function submitRate(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const rate: TypedRateRow = {
    rateCountry: fieldOf(visit.form, 'rate_country'),
    rateKind: fieldOf(visit.form, 'rate_kind'),
    rate: fieldOf(visit.form, 'rate'),
  };
  try {
    await runAct(service, visit, async (transaction) => {
      const given = { country: rate.rateCountry, productKind: rate.rateKind, percent: rate.rate };
      const { country, productKind } = await setRate(publication, transaction, given);
      return { result: null, act: { name: 'tax-rate.set', recordId: null, recordName: nameOf(country, productKind) } };
    });
  } catch (error) {
    return showTaxPage(service, visit, { rate }, toFault(visit.language, error));
  }
  return goTo(visit, '/tax', 'saved', 'rates');
}

export function submitRemoveRate(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const [country = '', productKind = ''] = fieldOf(visit.form, 'row').split('/');
  return actAndGo(service, visit, { path: '/tax', done: 'tax-rate-removed', focus: 'rates' }, async (transaction) => {
    await removeRate(visit.session.publication, transaction, { country, productKind });
    return { name: 'tax-rate.remove', recordId: null, recordName: nameOf(country, productKind) };
  });
}

export function submitEuRates(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return actAndGo(service, visit, { path: '/tax', done: 'tax-rates-eu', focus: 'rates' }, async (transaction) => {
    await setEuRates(visit.session.publication, transaction);
    return { name: 'tax-rate.eu', recordId: null, recordName: EU_RATES_AS_OF };
  });
}

/** Only what differs is written. */
export async function submitPlanKinds(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  return actAndGo(service, visit, { path: '/tax', done: 'saved', focus: 'plans' }, async (transaction) => {
    const changed: string[] = [];
    for (const { id, slug, productKind } of await listPlansAsProducts(publication, transaction)) {
      const chosen = fieldOf(visit.form, `kind_${id}`);
      if (chosen === '' || chosen === productKind) continue;
      await setProductKind(publication, transaction, id, chosen);
      changed.push(slug);
    }
    return { name: 'plan.kind', recordId: null, recordName: changed.join(', ') };
  });
}

/** As the audit log names a rate: AT print, for everything. */
function nameOf(country: string, productKind: string): string {
  return `${country || '*'} ${productKind || '*'}`;
}
