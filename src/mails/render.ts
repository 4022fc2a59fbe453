// Both parts of a mail from templates/mail/. Values are escaped by the engine in the HTML part; in the text part nothing is markup.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { textColorOn } from '../views/brand.ts';
import { FONT_STACKS } from '../views/fonts.ts';
import type { MailContent, Reader } from './mail.ts';
import type { MailFrame } from './templates.ts';

const views = fileURLToPath(new URL('../../templates', import.meta.url));
/** Every template writes its words by `t`. */
const functionHeader = 'const { t } = it;';
const htmlEngine = new Eta({ views, cache: true, rmWhitespace: true, functionHeader });
/** Every line break of a text part counts. */
const textEngine = new Eta({ views, cache: true, autoEscape: false, autoTrim: false, functionHeader });

export function renderMail(
  { publication, tag, t }: Reader,
  { template, data }: MailContent,
): { text: string; html: string } {
  const { name: publicationName, siteUrl, brandColor, radius } = publication;
  const { text: font, display: displayFont } = FONT_STACKS[publication.font];
  const frame: MailFrame = {
    language: tag,
    publicationName,
    siteUrl,
    brandColor,
    onBrandColor: textColorOn(brandColor),
    font,
    displayFont,
    radius,
  };
  const framed = { ...data, ...frame, t };
  return {
    text: textEngine.render(`mail/${template}.text.eta`, framed),
    html: htmlEngine.render(`mail/${template}.html.eta`, framed),
  };
}
