// The images of a publication: its logos, which its pages show in place of its name, and the cover picture of its offers.
// A file is named by a hash of its content, so browsers may cache it for ever.
import { hash } from 'node:crypto';
import type { Connection, Transaction } from '../../database/connection.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import type { Details } from './details.ts';
import { parseCover, parseLogo, type LogoExtension } from './logo-image.ts';
import type { Look } from './look.ts';
import { Publication } from './publication.ts';

class LogoRecord extends TenantRecord {
  static override tableName = 'publication_logos';
  static override idColumn = ['publicationId', 'file'];
  /** The hash of the content, with the extension. */
  declare file: string;
  declare content: Buffer;
}

/** The uploaded images; null removes one, undefined leaves it. */
export interface NewLogos {
  readonly logo: Uint8Array | null | undefined;
  readonly darkLogo: Uint8Array | null | undefined;
  readonly cover?: Uint8Array | null | undefined;
}

/**
 * Sets the logos and the cover. Throws InvalidValue, before any change of the publication, for anything but a harmless
 * image of at most LOGO_MAX_BYTES or COVER_MAX_BYTES.
 */
export async function setLogos(
  publication: Tenant & Pick<Look, 'logo' | 'darkLogo'> & Pick<Details, 'cover'>,
  transaction: Transaction,
  given: NewLogos,
): Promise<Publication> {
  const logo = await keep(publication, transaction, given.logo, (image) => parseLogo('logo', image));
  const darkLogo = await keep(publication, transaction, given.darkLogo, (image) => parseLogo('dark_logo', image));
  const cover = await keep(publication, transaction, given.cover, (image) => parseCover('cover', image));
  const look = {
    logo: logo === undefined ? publication.logo : logo,
    darkLogo: darkLogo === undefined ? publication.darkLogo : darkLogo,
    cover: cover === undefined ? publication.cover : cover,
  };
  const files = Object.values(look).filter((file) => file !== null);
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
  image: Uint8Array | null | undefined,
  parse: (image: Uint8Array) => LogoExtension,
): Promise<string | null | undefined> {
  if (image === null || image === undefined) return image;
  const file = `${hash('sha256', image, 'hex').slice(0, 16)}.${parse(image)}`;
  await LogoRecord.add(publication, transaction, { file, content: Buffer.from(image) });
  return file;
}
