// The fields with which an endpoint for events is made and changed: its URL, and all events or chosen ones.
import { isLocalDemo } from '../../config.ts';
import type { FormReading } from '../../http/bodies/form.ts';
import { InvalidValue } from '../../models/errors.ts';
import type { EndpointSettings } from '../../models/outbox/event-endpoint.ts';
import { EVENT_TYPES, type EventType } from '../../models/outbox/event.ts';
import type { RegistrationPolicy } from '../../models/registered-uri.ts';
import { checkPublicHost } from '../../outbound/addresses.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, keptOf, type FormState } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';
import type { FormError } from '../../views/page-data.ts';
import { toFault } from '../act.ts';

export interface TypedEndpoint {
  readonly url: string;
  readonly which: 'all' | 'chosen';
  readonly types: readonly EventType[];
}

/** The data of the part `endpoint-fields`. */
export interface EndpointFields {
  readonly url: string;
  readonly isAll: boolean;
  readonly types: readonly {
    readonly name: string;
    readonly type: string;
    readonly text: string;
    readonly isChosen: boolean;
  }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'endpoint-fields': EndpointFields & { readonly errors: readonly FormError[] };
  }
}

const TEXT_FIELDS = { url: 'url', which: 'which' } as const;
/** What is shown again where a fresh proof comes first. */
export const ENDPOINT_FIELDS: readonly string[] = [...Object.values(TEXT_FIELDS), ...EVENT_TYPES.map(toName)];

/** What was typed before a fresh proof; undefined where nothing was kept. */
export function keptEndpoint(query: FormReading): TypedEndpoint | undefined {
  return keptOf(query, TEXT_FIELDS) && readEndpoint(query);
}

export function readEndpoint(form: FormReading): TypedEndpoint {
  return {
    url: fieldOf(form, 'url'),
    which: fieldOf(form, 'which') === 'chosen' ? 'chosen' : 'all',
    types: EVENT_TYPES.filter((type) => fieldOf(form, toName(type)) !== ''),
  };
}

/** Throws InvalidValue for a URL that is visibly not public, and where no event is chosen. */
export function settingsOf({ url, which, types }: TypedEndpoint, policy: RegistrationPolicy): EndpointSettings {
  checkPublicHost('url', url.trim(), policy);
  if (which === 'chosen' && types.length === 0) throw new InvalidValue('types', 'no event is chosen');
  return { url, types: which === 'all' ? [] : types };
}

export function policyOf({ config }: Pick<Service, 'config'>): RegistrationPolicy {
  return { allowsLoopbackHttp: isLocalDemo(config) };
}

export function toFields({ t }: Language, { url, which, types }: TypedEndpoint): EndpointFields {
  return {
    url,
    isAll: which === 'all',
    types: EVENT_TYPES.map((type) => ({
      name: toName(type),
      type,
      text: t(`dashboard.event.${type}`),
      isChosen: types.includes(type),
    })),
  };
}

/** As `toFault`; a private address has a text of its own. */
export function toEndpointFault(language: Language, error: unknown): FormState {
  if (error instanceof InvalidValue && error.field === 'url' && error.reason === 'private')
    return faulty([{ field: 'url', message: language.t('dashboard.fault.private-url') }]);
  return toFault(language, error);
}

function toName(type: EventType): string {
  return `type-${type}`;
}
