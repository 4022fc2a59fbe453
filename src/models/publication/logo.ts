// Logos: small images that a publication's pages show in place of its name. A file is named by a hash of its content,
// so browsers may cache it for ever.
import { hash } from 'node:crypto';
import type { Connection, Transaction } from '../../database/connection.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { parseLogo } from './logo-image.ts';
import type { Look } from './look.ts';
import { Publication } from './publication.ts';

class LogoRecord extends TenantRecord {
  static override tableName = 'publication_logos';
  static override idColumn = ['publicationId', 'file'];
  /** The hash of the content, with the extension. */
  declare file: string;
  declare content: Buffer;
}

/** The uploaded images; null removes a logo, undefined leaves it. */
export interface NewLogos {
  readonly logo: Uint8Array | null | undefined;
  readonly darkLogo: Uint8Array | null | undefined;
}

/**
 * Sets the logos. Throws InvalidValue, before any change of the publication, for anything but a harmless image of at
 * most LOGO_MAX_BYTES.
 */
export async function setLogos(
  publication: Tenant & Pick<Look, 'logo' | 'darkLogo'>,
  transaction: Transaction,
  given: NewLogos,
): Promise<Publication> {
  const logo = await keep(publication, transaction, 'logo', given.logo);
  const darkLogo = await keep(publication, transaction, 'dark_logo', given.darkLogo);
  const look = {
    logo: logo === undefined ? publication.logo : logo,
    darkLogo: darkLogo === undefined ? publication.darkLogo : darkLogo,
  };
  const files = [look.logo, look.darkLogo].filter((file) => file !== null);
  await LogoRecord.in(publication, transaction).whereNotIn('file', files).delete();
  return Publication.query(transaction.knex).patchAndFetchById(publication.id, look).throwIfNotFound();
}

/** Returns the image, or undefined for a file that is not, or no longer, this publication's. */
export async function findLogo(publication: Tenant, connection: Connection, file: string): Promise<Buffer | undefined> {
  return (await LogoRecord.find(publication, connection, { file }))?.content;
}

/** Stores the image and returns its file name. */
async function keep(
  publication: Tenant,
  transaction: Transaction,
  field: string,
  image: Uint8Array | null | undefined,
): Promise<string | null | undefined> {
  if (image === null || image === undefined) return image;
  const file = `${hash('sha256', image, 'hex').slice(0, 16)}.${parseLogo(field, image)}`;
  await LogoRecord.add(publication, transaction, { file, content: Buffer.from(image) });
  return file;
}
