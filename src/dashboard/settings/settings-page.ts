// Shows the settings: the form, how its colour is used, the preview, and the hosts that readers may be led back to.
import type { FastifyReply } from 'fastify';
import { listContinueHosts } from '../../models/publication/continue-host.ts';
import { PAUSES_SET_BY, PLANS_PER_READER } from '../../models/publication/details.ts';
import { PAGE_LANGUAGES } from '../../models/publication/languages.ts';
import type { NewLogos } from '../../models/publication/logo.ts';
import { FONTS } from '../../models/publication/look.ts';
import type { PublicationSettings } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import type { FormState } from '../../site/form.ts';
import { toSite } from '../../site/publication.ts';
import { useOfColor } from '../../views/brand.ts';
import { languageOf, type Language } from '../../views/language.ts';
import { OWNERS } from '../navigation.ts';
import type { PreviewName } from '../previews.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { previewedLogos } from './logos.ts';
import { writeShown, type TypedSettings } from './settings-fields.ts';

interface Option {
  readonly value: string;
  readonly text: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    /** A field for a file, with a box that removes the one that is stored; `remove` is empty where there is none. */
    'file-field': Pick<FieldData, 'id' | 'label' | 'hint' | 'errors'> & {
      readonly accept: string;
      readonly remove: string;
    };
  }
  interface Templates {
    'dashboard/settings/settings': DashboardData &
      TypedSettings & {
        readonly siteUrl: string;
        readonly locales: readonly Option[];
        /** The languages that pages can speak. */
        readonly spoken: readonly (Option & { readonly isTicked: boolean })[];
        readonly timeZones: readonly Option[];
        readonly fonts: readonly Option[];
        readonly pages: readonly Option[];
        readonly page: string;
        /** What the form showed when it was opened. */
        readonly shown: string;
        readonly colorUse: string;
        readonly hasLogo: boolean;
        readonly hasDarkLogo: boolean;
        readonly hasCover: boolean;
        readonly plansPerReaderOptions: readonly Option[];
        readonly pausesSetByOptions: readonly Option[];
        /** The domains of which mails may come; empty where the operator allows none. */
        readonly mailDomains: string;
        /** A whole page. */
        readonly preview: string;
        readonly continueHosts: readonly string[];
        readonly continueHost: string;
        /** Whether the visitor may change anything here. */
        readonly isOwner: boolean;
      };
  }
}

/** Our choice: the languages that our texts have, where their forms of amounts and dates differ. The command line takes any. */
const LOCALES = [
  'en',
  'en-GB',
  'en-US',
  'de',
  'de-AT',
  'de-CH',
  'es',
  'fr',
  'fr-BE',
  'fr-CH',
  'it',
  'it-CH',
  'nl',
  'nl-BE',
  'pt-PT',
] as const;

/** The frame's content has the policy of the page that holds it: logos there are data URLs, and nothing runs in it. */
const POLICY = { 'connect-src': "'self'", 'img-src': "'self' data:" } as const;

export interface SettingsOnPage {
  readonly typed: TypedSettings;
  readonly shown: TypedSettings;
  /** What the preview shows in place of what is saved. */
  readonly change: Partial<PublicationSettings>;
  readonly logos: NewLogos;
  readonly page: PreviewName;
  /** What was typed into the field for a host. */
  readonly continueHost?: string;
}

/** Throws InvalidValue for a file that is no logo. */
export async function showSettingsPage(
  service: Service,
  visit: Visit,
  onPage: SettingsOnPage,
  state: FormState,
): Promise<FastifyReply> {
  const { session, language } = visit;
  const { publication, role } = session;
  const { typed, shown, page, continueHost = '' } = onPage;
  const { t } = language;
  const data = {
    ...typed,
    siteUrl: publication.siteUrl,
    locales: toLocales(typed.locale, language),
    spoken: toSpoken(typed.languages, language),
    timeZones: toTimeZones(typed.timeZone),
    fonts: FONTS.map((value) => ({ value, text: t(`dashboard.settings.font-${value}`) })),
    pages: (['offers', 'sign-in'] as const).map((value) => ({ value, text: t(`dashboard.settings.page-${value}`) })),
    page,
    shown: writeShown(shown),
    colorUse: toColorUse(onPage.change.brandColor ?? publication.brandColor, language),
    hasLogo: publication.logo !== null,
    hasDarkLogo: publication.darkLogo !== null,
    hasCover: publication.cover !== null,
    plansPerReaderOptions: PLANS_PER_READER.map((value) => ({ value, text: t(`dashboard.settings.plans-${value}`) })),
    pausesSetByOptions: PAUSES_SET_BY.map((value) => ({ value, text: t(`dashboard.settings.pauses-${value}`) })),
    mailDomains: service.config.mailFromDomains.join(', '),
    preview: await toPreview(service, visit, onPage),
    continueHosts: await listContinueHosts(publication, service.database),
    continueHost,
    isOwner: OWNERS.includes(role),
  };
  return showDashboard(service, visit, 'dashboard/settings/settings', data, {
    ...state,
    script: 'preview',
    policy: POLICY,
  });
}

/** The page as it would be, in the language of visitors whose browser asks for none. */
async function toPreview(
  service: Service,
  { session, request, previews }: Visit,
  { change, logos, page }: SettingsOnPage,
): Promise<string> {
  const changed = { ...session.publication, ...change };
  const images = await previewedLogos(session.publication, service.database, logos);
  const publication = { ...toSite({ ...changed, ...images }), isPreview: true } as const;
  return previews[page](service, { publication, language: languageOf(changed, {}), request });
}

/** Says how the colour is used; its contrast is corrected where text would be hard to read (views/brand.ts). */
function toColorUse(color: string, { t, tag }: Language): string {
  const { contrast, isDarkened, textOnIt } = useOfColor(color);
  const ratio = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(contrast);
  const ofText = t(isDarkened ? 'dashboard.settings.color-darkened' : 'dashboard.settings.color-good', { ratio });
  return `${ofText} ${t(`dashboard.settings.color-on-${textOnIt}`)}`;
}

function toSpoken(typed: string, { tag }: Language): readonly (Option & { readonly isTicked: boolean })[] {
  const names = new Intl.DisplayNames(tag, { type: 'language', fallback: 'code' });
  const ticked = typed.split(',');
  return PAGE_LANGUAGES.map((value) => ({ value, text: names.of(value) ?? value, isTicked: ticked.includes(value) }));
}

function toLocales(current: string, { tag }: Language): Option[] {
  const names = new Intl.DisplayNames(tag, { type: 'language', fallback: 'code' });
  const nameOf = (locale: string): string => {
    try {
      return names.of(locale) ?? locale;
    } catch {
      return locale;
    }
  };
  return [...new Set([...LOCALES, current])].map((value) => ({ value, text: nameOf(value) }));
}

function toTimeZones(current: string): Option[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, text: value }));
}
