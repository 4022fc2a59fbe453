// JSON that a database makes from a row, in the statement that reads it: what is written of the row then needs no way through the process.
import type { Dialect } from './statement.ts';

/** SQL that these functions made: JSON, to be used within another object, or stored as text by jsonText. */
export type JsonExpression = Readonly<Record<Dialect, string>>;

/** Fields in this order. @param fields JSON, or SQL of a text, an integer or null */
export function jsonObject(fields: Readonly<Record<string, string | JsonExpression>>): JsonExpression {
  const pairs = (dialect: Dialect): string => Object.entries(fields).map(([name, value]) => `'${name}', ${typeof value === 'string' ? value : value[dialect]}`).join(', ');
  return { sqlite: `json_object(${pairs('sqlite')})`, postgres: `json_build_object(${pairs('postgres')})` };
}

/** `condition` must not be null. */
export function jsonBoolean(condition: string): JsonExpression {
  return { sqlite: `json(case when ${condition} then 'true' else 'false' end)`, postgres: `(${condition})` };
}

/** SQL of a text that is JSON already; null becomes JSON's. */
export function jsonOf(text: string): JsonExpression {
  return { sqlite: `json(${text})`, postgres: `cast(${text} as json)` };
}

export function jsonText(json: JsonExpression): JsonExpression {
  return { sqlite: json.sqlite, postgres: `cast(${json.postgres} as text)` };
}
