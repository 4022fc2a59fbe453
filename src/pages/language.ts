// `/language/:language?to=…`: chooses the language of the pages, by a link in the foot of each, and leads back to the page
// from which it was followed. Our choice: a cookie for a year, since most readers of a publication have no account.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../http/bodies/form.ts';
import { NotFound } from '../models/errors.ts';
import { languagesOf } from '../models/publication/languages.ts';
import type { Service } from '../service.ts';
import { writeCookie } from '../site/cookie.ts';
import { toOwnPath } from '../site/destinations.ts';
import { LANGUAGE_COOKIE } from '../views/language.ts';
import { redirectTo } from '../views/render.ts';
import type { Visit } from './visit.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Throws NotFound for a language that the publication does not speak. */
export async function chooseLanguage(
  _service: Service,
  { request, reply, publication, query }: Visit,
): Promise<FastifyReply> {
  const { language: wanted = '' } = request.params as { language?: string };
  const language = languagesOf(publication).find((spoken) => spoken === wanted);
  if (language === undefined) throw new NotFound('the publication does not speak this language');
  const target = toOwnPath(valueOf(query, 'to'), /^\//) ?? '/';
  return redirectTo(reply, target, [writeCookie(publication, LANGUAGE_COOKIE, language, YEAR_SECONDS)]);
}
