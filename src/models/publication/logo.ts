// Logos: small images that a publication's pages show in place of its name, named by their content so that browsers may keep them for ever.
import { hash } from 'node:crypto';
import type { Connection, Transaction } from '../../database/connection.ts';
import { PublicationRow, type Tenant } from '../record.ts';
import { parseLogo } from './logo-image.ts';
import type { Look } from './look.ts';
import { Publication } from './publication.ts';

class LogoRecord extends PublicationRow {
  static override tableName = 'publication_logos';
  static override idColumn = ['publicationId', 'file'];
  /** The fingerprint of the content and its extension. */
  declare file: string;
  declare content: Buffer;
}

/** Images as they were uploaded; null takes one away, undefined leaves it. */
export interface NewLogos {
  readonly logo: Uint8Array | null | undefined;
  readonly darkLogo: Uint8Array | null | undefined;
}

/** Throws InvalidValue for what is no harmless image of at most LOGO_MAX_BYTES; nothing is changed then. */
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

/** The image; undefined for a file that is not, or no longer, this publication's. */
export async function findLogo(publication: Tenant, connection: Connection, file: string): Promise<Buffer | undefined> {
  return (await LogoRecord.find(publication, connection, { file }))?.content;
}

/** Returns the file's name. */
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
