// Walks along the links of the contract, until each link was followed.
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** What is read of a line of Schemathesis' NDJSON report. */
interface Line {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly cases: Readonly<
        Record<string, { readonly transition?: { readonly id: string }; readonly is_transition_applied: boolean }>
      >;
    };
  };
}

type LinkedPaths = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        {
          readonly tags?: readonly string[];
          readonly responses?: Readonly<Record<string, { readonly links?: object }>>;
        }
      >
    >
  >
>;

const CONTRACT = new URL('../../generated/openapi.json', import.meta.url);

/** As Schemathesis names them: POST /customers -> [200] getCustomer */
export function linksOf(tag: string): Set<string> {
  const { paths } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as { paths: LinkedPaths };
  const names = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { tags = [], responses = {} }]) =>
      tags.includes(tag)
        ? Object.entries(responses).flatMap(([status, { links = {} }]) =>
            Object.keys(links).map((name) => `${method.toUpperCase()} ${path} -> [${status}] ${name}`),
          )
        : [],
    ),
  );
  return new Set(names);
}

/** Those whose values went into a request. */
export async function followedLinks(record: string): Promise<Set<string>> {
  const followed = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(record) })) {
    const { ScenarioFinished: finished } = JSON.parse(line) as Line;
    for (const { transition, is_transition_applied: isApplied } of Object.values(finished?.recorder.cases ?? {})) {
      if (transition !== undefined && isApplied)
        followed.add(transition.id.slice(0, transition.id.lastIndexOf(' -> ')));
    }
  }
  return followed;
}
