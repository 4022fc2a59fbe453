// The hosted pages that the dashboard shows in a frame, with settings that are not saved.
import type { FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import type { PublicationSite } from '../site/publication.ts';
import type { Language } from '../views/language.ts';

interface Previewed {
  readonly publication: PublicationSite;
  readonly language: Language;
  readonly request: FastifyRequest;
}

/** Returns the HTML of a page of the publication's site, and writes nothing. */
type Preview = (service: Service, previewed: Previewed) => Promise<string>;

export type PreviewName = 'offers' | 'sign-in';
export type Previews = Readonly<Record<PreviewName, Preview>>;
