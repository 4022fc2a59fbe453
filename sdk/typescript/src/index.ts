export { Masthead } from './generated/operations.ts';
export * from './generated/errors.ts';
export type * from './generated/types.ts';
export { ApiError, ConnectionError, MastheadError, TimeoutError, type ApiErrorDetails } from './error.ts';
export { type Answer, type PageAnswer, type AnswerWithResponse, type Page } from './answer.ts';
export { type MastheadOptions, type RequestOptions, type RequestParameters, VERSION } from './transport.ts';
export { remoteKeys, type Key, type KeySource } from './keys.ts';
export {
  LogoutTokenError,
  MemoryReplayStore,
  verifyLogoutToken,
  type LogoutTokenCheck,
  type LogoutTokenClaims,
  type ReplayStore,
  type VerifyLogoutTokenOptions,
} from './logout-token.ts';
export { EventSignatureError, verifyEvent, type EventHeaders, type VerifyEventOptions } from './event-signature.ts';
