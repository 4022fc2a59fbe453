// "Why can't this reader get in?": the answer at the top of a person's page, each with the act that mends it.
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';
import type { PersonRow } from './part.ts';

interface Trail {
  readonly answers: readonly string[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/trail': Trail;
  }
}

export async function readTrail(_service: Service, _visit: Visit, _person: PersonRow): Promise<Trail> {
  return { answers: [] };
}
