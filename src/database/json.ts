// JSON that a database makes from a row, in the statement that reads it: what is written of the row then needs no way through the process.
// It is put together as text, which both databases do faster than building objects by their own functions (docs/performance-notes.md).
import type { Dialect } from './statement.ts';

/** SQL of a text that is JSON; never null. */
export type JsonExpression = Readonly<Record<Dialect, string>>;

/** Fields in this order. @param fields JSON, or SQL of a text, an integer or null */
export function jsonObject(fields: Readonly<Record<string, string | JsonExpression>>): JsonExpression {
  const pairs = (dialect: Dialect): string => {
    const texts = Object.entries(fields).map(
      ([name, value]) => `"${name}":' || ${(typeof value === 'string' ? jsonOf(value) : value)[dialect]}`,
    );
    return `('{${texts.join(" || ',")} || '}')`;
  };
  return { sqlite: pairs('sqlite'), postgres: pairs('postgres') };
}

/** SQL of a text or an integer; null becomes JSON's. */
function jsonOf(value: string): JsonExpression {
  return { sqlite: `json_quote(${value})`, postgres: `coalesce(cast(to_json(${value}) as text), 'null')` };
}

/** `condition` must not be null. */
export function jsonBoolean(condition: string): JsonExpression {
  return same(`case when ${condition} then 'true' else 'false' end`);
}

/** SQL of a text that is JSON already; null becomes JSON's. */
export function jsonIn(text: string): JsonExpression {
  return same(`coalesce(${text}, 'null')`);
}

function same(text: string): JsonExpression {
  return { sqlite: text, postgres: text };
}
