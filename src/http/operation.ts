// The types of requests and replies of each operation, derived from the contract (docs/architecture.md, The contract):
// a body, status or parameter that openapi.yaml does not declare fails to compile. No handler needs a cast.
import type { IncomingHttpHeaders } from 'node:http';
import type { DataApiOperationId, DefaultedParameters, SignInOperationId } from '../../generated/operation-ids.ts';
import type { operations } from '../../generated/types.ts';
import type { FormReading } from './bodies/form.ts';

export type OperationId = DataApiOperationId | SignInOperationId;
type ReplyHeaders = Readonly<Record<string, string | number | readonly string[]>>;

type Nothing = Readonly<Record<never, never>>;
type Part<K extends OperationId, P extends 'query' | 'path' | 'header'> = [
  NonNullable<operations[K]['parameters'][P]>,
] extends [never]
  ? Nothing
  : NonNullable<operations[K]['parameters'][P]>;
type Defaulted<K> = K extends keyof DefaultedParameters ? DefaultedParameters[K] : never;

/** The query parameters; those with a default are always present. */
export type Query<K extends OperationId> = Part<K, 'query'> &
  Required<Pick<Part<K, 'query'>, Defaulted<K> & keyof Part<K, 'query'>>>;
export type Path<K extends OperationId> = Part<K, 'path'>;
export type Header<K extends OperationId> = Part<K, 'header'>;
/** The form body, empty for an operation without one. */
export type Form<K extends OperationId> = operations[K] extends {
  requestBody: { content: { 'application/x-www-form-urlencoded': infer Body } };
}
  ? Body
  : Nothing;

type Content<Response> = Response extends { content: infer Contents }
  ? Contents extends { 'application/json': infer Body }
    ? { readonly body: Body }
    : { readonly body: string }
  : { readonly body?: undefined };

/** A reply where the operation is not known at compile time: a failure, or a stored answer. */
export interface AnyReply {
  readonly status: number;
  readonly headers?: ReplyHeaders | undefined;
  readonly body?: unknown;
}

/** One of the replies that the contract declares for the operation. */
export type Reply<K extends OperationId> = AnyReply &
  {
    [Status in keyof operations[K]['responses']]: { readonly status: Status } & Content<
      operations[K]['responses'][Status]
    >;
  }[keyof operations[K]['responses']];

export interface DataApiRequest<K extends DataApiOperationId> {
  readonly operationId: K;
  readonly id: string;
  readonly query: Query<K>;
  readonly params: Path<K>;
  readonly form: Form<K>;
  readonly headers: Header<K>;
}

export type DataApiHandlers<Caller> = {
  readonly [K in DataApiOperationId]: (request: DataApiRequest<K>, caller: Caller) => Reply<K> | Promise<Reply<K>>;
};

/** A request that was not validated against the contract, because the protocol's own checks come first. */
export interface SignInRequest {
  readonly operationId: SignInOperationId;
  readonly id: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly query: FormReading;
  /** Undefined when the request has no form-encoded body. */
  readonly form: FormReading | undefined;
  /** Whether there is a body of another media type, or one that was cut off. */
  readonly hasOtherBody: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The address of the visitor, from X-Forwarded-For where the proxy is trusted by the configuration. */
  readonly ip: string;
}

export type SignInHandlers<Context> = {
  readonly [K in SignInOperationId]: (request: SignInRequest, context: Context) => Reply<K> | Promise<Reply<K>>;
};
