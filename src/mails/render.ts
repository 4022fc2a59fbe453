// Renders the text part and the HTML part of a mail from templates/mail/. The engine escapes values in the HTML part;
// the text part has no markup.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { textColorOn } from '../views/brand.ts';
import { SYSTEM_STACKS } from '../views/fonts.ts';
import { footOf } from '../views/foot.ts';
import { keepDaysWhole } from '../views/whole-words.ts';
import type { MailContent, Reader } from './mail.ts';
import type { MailFrame } from './templates.ts';
import type { ShownWords } from './words/own-words.ts';

const views = fileURLToPath(new URL('../../templates', import.meta.url));
/** Puts `t`, the text catalog, into the scope of every template. */
const functionHeader = 'const { t } = it;';
const htmlEngine = new Eta({ views, cache: true, rmWhitespace: true, functionHeader });
/** Keeps every line break of a text part. */
const textEngine = new Eta({ views, cache: true, autoEscape: false, autoTrim: false, functionHeader });

export function renderMail(
  { publication, tag, t }: Reader,
  { template, data }: MailContent,
  words: ShownWords,
): { text: string; html: string } {
  const { name: publicationName, siteUrl, brandColor, radius } = publication;
  const { text: font, display: displayFont } = SYSTEM_STACKS[publication.font];
  const frame: MailFrame = {
    language: tag,
    publicationName,
    siteUrl,
    brandColor,
    onBrandColor: textColorOn(brandColor),
    font,
    displayFont,
    radius,
    foot: footOf(publication, t),
    ...words,
  };
  const framed = { ...data, ...frame, t };
  return {
    text: textEngine.render(`mail/${template}.text.eta`, framed),
    html: keepDaysWhole(htmlEngine.render(`mail/${template}.html.eta`, framed)),
  };
}
