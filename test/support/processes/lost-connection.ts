const LOST = /^(ECONN[A-Z]+|EPIPE|UND_ERR_SOCKET)$/;

/** Whether a request failed since its connection was refused or lost, as undici says it or as fetch wraps it, and for no other reason. */
export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string') return LOST.test(error.code);
  return 'cause' in error && isLostConnection(error.cause);
}
