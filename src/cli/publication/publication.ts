// masthead publication: the publications (tenants) of this deployment, each with its own site (service.md, {site_url})
// and look.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { checkSite } from '../../deployment.ts';
import { PAUSES_SET_BY, PLANS_PER_READER } from '../../models/publication/details.ts';
import { PAGE_LANGUAGES } from '../../models/publication/languages.ts';
import { COVER_MAX_BYTES } from '../../models/publication/logo-image.ts';
import { setLogos, type NewLogos } from '../../models/publication/logo.ts';
import { FONTS, RADIUS_MAX } from '../../models/publication/look.ts';
import {
  createPublication,
  listPublications,
  updatePublication,
  type NewPublication,
} from '../../models/publication/publication.ts';
import { addVerb, withDatabase, withPublication, type OutputOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printList, printOne } from '../output.ts';
import { register as registerAddress } from './address.ts';
import { readImageFile } from './image-file.ts';
import { register as registerMove } from './move.ts';
import { toPublicationObject } from './publication-object.ts';

/** Names of files. */
interface LogoOptions {
  logo?: string | undefined;
  darkLogo?: string | undefined;
  cover?: string | undefined;
}

export function register(noun: Command): void {
  const made = addVerb(
    noun,
    'create',
    'Create a publication',
    'publication create --name "The Quarterly" --site-url https://members.example.org',
  )
    .requiredOption('--name <name>', 'name shown to customers')
    .requiredOption('--site-url <url>', 'origin of its hosted pages, and issuer of its tokens');
  addLook(made).action(create);
  addVerb(noun, 'list', 'List the publications', 'publication list').action(list);
  const changed = addVerb(
    noun,
    'update <id-or-host>',
    'Change the given settings',
    'publication update pub_01jd… --brand-color "#14532d" --logo logo.svg',
  )
    .option('--name <name>', 'name shown to customers')
    .option(
      '--site-url <url>',
      'origin of its hosted pages, without a proof; after a change, customers must sign in again',
    );
  addDetails(addLook(changed)).action(update);
  registerAddress(noun);
  registerMove(noun);
}

function addLook(command: Command): Command {
  return command
    .option('--brand-color <color>', 'colour of its pages: # and six hex digits')
    .addOption(new Option('--font <name>', 'font of its pages').choices(FONTS))
    .option('--radius <pixels>', `radius of corners on its pages, from 0 to ${RADIUS_MAX}`, toPixels)
    .option('--logo <file>', 'logo shown in place of the name: PNG, JPEG, WebP or SVG; empty for none')
    .option('--dark-logo <file>', 'logo for dark pages; empty for none')
    .option('--locale <tag>', 'its own language, such as en, de-AT or fr')
    .option(
      '--languages <list>',
      `languages of its pages and mails beside its own, of ${PAGE_LANGUAGES.join(',')}; empty for English`,
    )
    .option('--time-zone <name>', 'time zone of the times on its pages, such as Europe/Berlin; UTC by default');
}

/** Each is removed by an empty text. */
function addDetails(command: Command): Command {
  return command
    .option('--home-url <url>', 'its own website, to which the name on each page leads')
    .option('--contact-email <address>', 'how readers reach it; in the foot of pages and mails')
    .option('--description <text>', 'one line for search engines and posts')
    .option('--imprint-url <url>', 'its legal notice; in the foot of pages and mails')
    .option('--terms-url <url>', 'what readers agree to when they pay')
    .option('--privacy-url <url>', 'its privacy policy')
    .option('--withdrawal-url <url>', 'the right of withdrawal')
    .option('--cover <file>', 'picture above its offers: PNG, JPEG or WebP; empty for none')
    .option('--sender-name <name>', 'sender of its mails, in place of its name')
    .option('--reply-to <address>', 'where answers to its mails go')
    .option('--mail-from <address>', 'where its mails come from, of a domain in MAIL_FROM_DOMAINS')
    .addOption(
      new Option('--plans-per-reader <number>', 'whether a reader can pay for several plans side by side').choices(
        PLANS_PER_READER,
      ),
    )
    .addOption(new Option('--pauses-set-by <who>', 'who can pause a subscription').choices(PAUSES_SET_BY));
}

type CreateOptions = OutputOptions & NewPublication & LogoOptions & { siteUrl: string };

async function create({ logo, darkLogo, ...options }: CreateOptions): Promise<void> {
  const logos = readImages({ logo, darkLogo });
  await withDatabase(async ({ config, database, clock }) => {
    checkSite(config, options.siteUrl);
    const publication = await database.transaction(async (transaction) =>
      setLogos(await createPublication(transaction, clock, options), transaction, logos),
    );
    printOne(options, toPublicationObject(publication), asCells);
  });
}

async function list(options: OutputOptions): Promise<void> {
  await withDatabase(async ({ database }) =>
    printList(options, (await listPublications(database)).map(toPublicationObject), asCells),
  );
}

async function update(
  id: string,
  { json, logo, darkLogo, cover, ...given }: OutputOptions & Partial<NewPublication> & LogoOptions,
): Promise<void> {
  const logos = readImages({ logo, darkLogo, cover });
  if ([...Object.values(given), logo, darkLogo, cover].every((value) => value === undefined))
    throw new UsageError('Say what to change, such as --name, --home-url, --terms-url or --brand-color: see --help');
  await withPublication({ publication: id }, async ({ config, database }, known) => {
    checkSite(config, given.siteUrl ?? '');
    const publication = await database.transaction(async (transaction) =>
      setLogos(await updatePublication(transaction, known.id, given, config.mailFromDomains), transaction, logos),
    );
    printOne(json ? { json } : {}, toPublicationObject(publication), asCells);
  });
}

function readImages({ logo, darkLogo, cover }: LogoOptions): NewLogos {
  return { logo: readImageFile(logo), darkLogo: readImageFile(darkLogo), cover: readImageFile(cover, COVER_MAX_BYTES) };
}

function toPixels(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
