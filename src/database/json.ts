// JSON built by the database in the statement that reads the row, so that the row does not pass through the process.
// It is concatenated as text, which is faster on both databases than their JSON functions (docs/performance-notes.md).
import type { Dialect } from './statement.ts';

/** SQL for a text that holds JSON; never null. */
export type JsonExpression = Readonly<Record<Dialect, string>>;

/** An object with the fields in this order. @param fields JSON, or SQL for a text, an integer or null */
export function jsonObject(fields: Readonly<Record<string, string | JsonExpression>>): JsonExpression {
  const pairs = (dialect: Dialect): string => {
    const texts = Object.entries(fields).map(
      ([name, value]) => `"${name}":' || ${(typeof value === 'string' ? jsonOf(value) : value)[dialect]}`,
    );
    return `('{${texts.join(" || ',")} || '}')`;
  };
  return { sqlite: pairs('sqlite'), postgres: pairs('postgres') };
}

/** @param value SQL for a text or an integer; null becomes JSON's null */
function jsonOf(value: string): JsonExpression {
  return { sqlite: `json_quote(${value})`, postgres: `coalesce(cast(to_json(${value}) as text), 'null')` };
}

/** @param condition must not be null */
export function jsonBoolean(condition: string): JsonExpression {
  return same(`case when ${condition} then 'true' else 'false' end`);
}

/** @param text SQL for a text that is JSON already; null becomes JSON's null */
export function jsonIn(text: string): JsonExpression {
  return same(`coalesce(${text}, 'null')`);
}

function same(text: string): JsonExpression {
  return { sqlite: text, postgres: text };
}
