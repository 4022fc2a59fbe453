// Types of what scripts/generate.ts makes from the contract: compiled validators, parameter tables and serializers.
import type { DataApiOperationId, SignInOperationId } from '../../generated/operation-ids.ts';
import type { Form, Header, OperationId, Path, Query } from './operation.ts';

export interface CheckError {
  readonly keyword: string;
  /** '/name' of the parameter, or '' for the whole. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled validator; `errors` says why the last value failed. */
export interface Check<T> {
  (value: unknown): value is T;
  errors?: readonly CheckError[] | null;
}

export interface Parameter {
  readonly type: 'string' | 'integer' | 'boolean';
  /** The texts that count as not sent. */
  readonly absent: readonly string[];
  /** Whether surrounding white space is removed. */
  readonly trim: boolean;
  readonly default?: string | number | boolean;
  /** The requirement that follows the name of the parameter in an error message. */
  readonly message?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly values?: readonly (string | number | boolean)[];
}

/** A rule over several parameters: the check, and the parameter and the message for its failure. */
interface Rule {
  readonly check: Check<unknown>;
  readonly parameter: string;
  readonly message: string;
}

/** The contract of one part (query, form, path or headers) of an operation. */
export interface PartCheck<T> {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly isValid: Check<T>;
  /** Validates each parameter by itself, without the rules over several. */
  readonly shape: Check<unknown>;
  readonly rules: readonly Rule[];
}

export type Serialize = (body: unknown) => string;

export interface Operation<K extends OperationId = OperationId> {
  readonly operationId: K;
  readonly method: 'GET' | 'POST';
  /** As in the contract, with {braces}. */
  readonly path: string;
  readonly tag: 'data-api' | 'sign-in';
  /** Names of the security schemes. */
  readonly security: readonly string[];
  /** A GET with side effects: HEAD is not served. */
  readonly hasEffects: boolean;
  /** By status: the media type of the answer, and the serializer of a JSON one. */
  readonly answers: Readonly<Record<number, { readonly mediaType?: string; readonly serialize?: Serialize }>>;
}

export interface DataApiOperation<K extends DataApiOperationId> extends Operation<K> {
  readonly query: PartCheck<Query<K>>;
  readonly params: PartCheck<Path<K>>;
  readonly form: PartCheck<Form<K>>;
  readonly headers: PartCheck<Header<K>>;
}

export type DataApiOperations = { readonly [K in DataApiOperationId]: DataApiOperation<K> };
export type SignInOperations = { readonly [K in SignInOperationId]: Operation<K> };
