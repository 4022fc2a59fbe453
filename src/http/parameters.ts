// Parses and validates the parameters of a data API request by the contract. An error message names the parameter
// (service.md, Errors: invalid_param; decisions: unknown and repeated names, booleans).
import { MAX_PARAMETERS, type FormFault, type FormReading } from './bodies/form.ts';
import type { CheckError, Parameter, PartCheck } from './check.ts';

export interface InvalidParameter {
  /** Undefined where no single parameter is at fault. */
  readonly parameter: string | undefined;
  /** A whole sentence for the client. */
  readonly message: string;
}

export type Checked<T> = { readonly value: T } | { readonly invalid: InvalidParameter };

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
]);
// Number() would also accept `1e1`, `0x10`, ` 7` and `5.0`.
const INTEGER = /^-?[0-9]+$/;
const SHOWN_NAME_LENGTH = 64;

/** Parses a query string or a form body; refuses unknown and repeated parameters. */
export function parseReading<T>(part: PartCheck<T>, reading: FormReading): Checked<T> {
  const [fault] = reading.faults;
  if (fault !== undefined) return { invalid: describeFault(fault) };
  const texts = new Map<string, string>();
  for (const { name, value } of reading.pairs) {
    if (!Object.hasOwn(part.parameters, name)) return refused(name, 'is not a parameter of this operation');
    if (texts.has(name)) return refused(name, 'was sent more than once');
    texts.set(name, value);
  }
  return parseTexts(part, texts);
}

/** Parses parameters that cannot be repeated: those of a path, and headers. */
export function parseTexts<T>(part: PartCheck<T>, texts: ReadonlyMap<string, string>): Checked<T> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(part.parameters)) {
    const value = toValue(parameter, texts.get(name));
    if (value !== undefined) values[name] = value;
  }
  return part.isValid(values) ? { value: values } : { invalid: explain(part, values) };
}

function toValue(parameter: Parameter, sent: string | undefined): string | number | boolean | undefined {
  if (sent === undefined || parameter.absent.includes(sent)) return parameter.default;
  const text = parameter.trim ? sent.trim() : sent;
  if (parameter.type === 'integer') return INTEGER.test(text) ? Number(text) : text;
  return parameter.type === 'boolean' ? (BOOLEANS.get(text) ?? text) : text;
}

function explain<T>(part: PartCheck<T>, values: unknown): InvalidParameter {
  if (!part.shape(values)) return explainError(part, part.shape.errors?.[0]);
  const broken = part.rules.find((rule) => !rule.check(values));
  if (broken === undefined) throw new Error('the compiled checks of one operation disagree');
  return { parameter: broken.parameter, message: `${broken.parameter} ${broken.message}` };
}

function explainError<T>(part: PartCheck<T>, error: CheckError | undefined): InvalidParameter {
  if (error === undefined) throw new Error('a compiled check failed without an error');
  if (error.keyword === 'required') {
    const missing = String(error.params['missingProperty']);
    return { parameter: missing, message: `${missing} is required` };
  }
  const name = error.instancePath.slice(1);
  const parameter = part.parameters[name];
  return {
    parameter: name,
    message: `${name} ${parameter === undefined ? 'is not valid' : requirement(parameter, error.keyword)}`,
  };
}

function requirement(parameter: Parameter, keyword: string): string {
  const { type, minimum, maximum, values, message } = parameter;
  if (message !== undefined) return message;
  if (keyword === 'minimum') return `must be at least ${minimum}`;
  if (keyword === 'maximum') return `must be at most ${maximum}`;
  if (type === 'integer') return `must be an integer from ${minimum ?? 'any'} to ${maximum ?? 'any'}`;
  if (type === 'boolean') return 'must be true or false';
  return values === undefined ? 'is not valid' : `must be one of ${values.join(', ')}`;
}

function describeFault({ kind, name }: FormFault): InvalidParameter {
  if (kind === 'too many parameters')
    return { parameter: undefined, message: `At most ${MAX_PARAMETERS} parameters may be sent` };
  if (name === undefined) return { parameter: undefined, message: `The name of a parameter has ${kind}` };
  return { parameter: name, message: `${shown(name)} has ${kind}` };
}

function refused(name: string, why: string): { readonly invalid: InvalidParameter } {
  return { invalid: { parameter: name, message: `${shown(name)} ${why}` } };
}

/** A name that the client sent, shortened and without control characters. */
function shown(name: string): string {
  return [...name].slice(0, SHOWN_NAME_LENGTH).join('').replaceAll(/\p{C}/gu, '?');
}
