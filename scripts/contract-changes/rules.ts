// The breaking changes in the words and the order of service.md, Versioning, rule 3, each with the number that findings name. Our choice: removing
// parameters and removing properties have a number each.
export const RULES = {
  1: 'removing endpoints',
  2: 'removing or renaming request parameters',
  3: 'removing or renaming response properties',
  4: 'adding required parameters or making optional ones required',
  5: 'changing types of parameters or properties',
  6: 'removing enum values',
  7: 'changing authentication or authorization requirements',
} as const;

export type Rule = keyof typeof RULES;

/** A breaking change, such as: removed response property `plan_slug` of POST /customers. */
export interface Change {
  readonly rule: Rule;
  readonly what: string;
}

export function breaks(rule: Rule, what: string): Change {
  return { rule, what };
}
