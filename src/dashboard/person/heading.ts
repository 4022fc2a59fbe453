// The heading of a person's page: name, address, and in words what they have (src/models/people/person-state.ts).
import type { PersonState } from '../../models/people/person-state.ts';
import { formatDay } from '../../views/formats.ts';
import type { Visit } from '../visit.ts';
import type { PersonRow } from './part.ts';

interface Heading {
  /** The name, else the address, else the id. */
  readonly title: string;
  /** Empty where it is the title, or there is none. */
  readonly email: string;
  readonly state: string;
  readonly isGood: boolean;
  readonly isBad: boolean;
  readonly since: string;
  readonly isActivated: boolean;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/heading': Heading;
  }
}

const GOOD: ReadonlySet<PersonState> = new Set(['paying', 'trial', 'gift', 'complimentary']);

export function toHeading({ language }: Visit, person: PersonRow): Heading {
  const { id, name, email, state, createdAt, activatedAt, emailVerifiedAt } = person;
  const title = name ?? email ?? id;
  return {
    title,
    email: email === title ? '' : (email ?? ''),
    state: language.t(`dashboard.person-state.${state}`),
    isGood: GOOD.has(state),
    isBad: state === 'past_due',
    since: formatDay(createdAt, language.tag),
    isActivated: activatedAt !== null || emailVerifiedAt !== null,
  };
}
