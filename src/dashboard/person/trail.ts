// "Why can't this reader get in?": the answers at the top of a person's page, each with the act that mends it, and behind
// them the sign-in trail of the last 30 days.
import { readPersonFacts } from '../../models/lifecycle/diagnosis-facts.ts';
import { diagnose } from '../../models/lifecycle/diagnosis.ts';
import type { Service } from '../../service.ts';
import { toShownFindings, type ShownFinding } from '../finding-texts.ts';
import { pathOf } from '../show.ts';
import { toShownSteps, type ShownStep } from '../sign-in-steps.ts';
import type { Visit } from '../visit.ts';
import type { PartFrame, PersonRow } from './part.ts';

interface Trail {
  readonly findings: readonly ShownFinding[];
  readonly steps: readonly ShownStep[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/trail': Trail & PartFrame;
  }
}

export async function readTrail(service: Service, visit: Visit, person: PersonRow): Promise<Trail> {
  const { publication } = visit.session;
  const { database } = service;
  const facts = await readPersonFacts(publication, database, service, person);
  const here = pathOf(visit, `/people/${person.id}`);
  const findings = toShownFindings(visit, diagnose(facts), { ...facts, here });
  return { findings, steps: toShownSteps(visit, facts) };
}
