// Who sells and how it is taxed, receipts and credit notes, and where printed papers are sent.
import type { Columns } from './columns.ts';

export function receiptTables({ id, ofPublication, key, belongsTo }: Columns): string[] {
  return [
    `create table sellers (
      ${ofPublication},
      name text,
      address text,
      country text,
      tax_number text,
      has_reverse_charge boolean not null,
      has_gateway_tax boolean not null,
      primary key (publication_id)
    )`,
    `create table tax_rates (
      ${ofPublication},
      country text not null,
      product_kind text not null,
      rate integer not null,
      primary key (publication_id, country, product_kind)
    )`,
    `create table buyers (
      ${ofPublication},
      customer_id ${id} not null,
      company text,
      vat_number text,
      country text,
      primary key (publication_id, customer_id),
      ${belongsTo('customer_id', 'customers')}
    )`,
    // The last number of each kind.
    `create table receipt_numbers (
      ${ofPublication},
      receipts bigint not null,
      credit_notes bigint not null,
      primary key (publication_id)
    )`,
    // They outlive what they are about, so record_id refers to no table: a payment, or a gift.
    `create table receipts (
      ${key},
      kind text not null,
      number bigint not null,
      customer_id ${id} not null,
      record_id ${id} not null,
      place integer not null,
      corrects_id ${id},
      issued_at bigint not null,
      paid_at bigint not null,
      description text not null,
      description_texts text,
      period_start bigint,
      period_end bigint,
      gross bigint not null,
      net bigint not null,
      tax bigint not null,
      discount bigint not null,
      currency text not null,
      treatment text not null,
      rate integer,
      country text,
      is_gateway_tax boolean not null,
      seller_name text not null,
      seller_address text,
      seller_tax_number text,
      buyer_name text,
      buyer_email text,
      buyer_company text,
      buyer_vat_number text,
      buyer_address text,
      paid_by text,
      paid_by_last4 text,
      primary key (publication_id, id),
      unique (publication_id, kind, number),
      unique (publication_id, record_id, place),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index receipts_of_customer on receipts (publication_id, customer_id, id)',
  ];
}
