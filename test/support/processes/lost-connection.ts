const LOST = /^(ECONN[A-Z]+|EPIPE|UND_ERR_SOCKET)$/;

/** Whether a request failed only because its connection was refused or lost, as reported by undici or wrapped by fetch. */
export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string') return LOST.test(error.code);
  return 'cause' in error && isLostConnection(error.cause);
}
