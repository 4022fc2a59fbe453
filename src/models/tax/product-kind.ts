// What a plan is to the tax office: rates differ between a printed paper, its electronic edition, and other services.
import { InvalidValue } from '../errors.ts';

/** `electronic_service`: all that is neither a printed publication nor the electronic form of one. */
export const PRODUCT_KINDS = ['print', 'e_publication', 'electronic_service'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Our choice: what a plan is until the publisher says otherwise. It has the standard rate, so that nobody pays too little. */
export const DEFAULT_PRODUCT_KIND: ProductKind = 'electronic_service';

function isProductKind(text: string): text is ProductKind {
  return PRODUCT_KINDS.some((kind) => kind === text);
}

/** Throws InvalidValue. */
export function parseProductKind(text: string): ProductKind {
  if (isProductKind(text)) return text;
  throw new InvalidValue('product_kind', `product_kind must be one of ${PRODUCT_KINDS.join(', ')}`);
}
