// Answers what Node could not read as a request, on the socket itself. Nobody knows for whom it was, so the answer is the
// error object of the data API.
import type { Socket } from 'node:net';
import { newRequestId } from './request-log.ts';

const ANSWERS: Record<string, { line: string; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'request_too_large',
    message: 'The address and headers are larger than 64 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    code: 'invalid_param',
    message: 'The request took too long to arrive.',
  },
};
/** How long the client has to read the answer before the socket is destroyed. */
const LINGER_MILLISECONDS = 1000;
const MALFORMED = { line: '400 Bad Request', code: 'invalid_param', message: 'The request is no HTTP request.' };

/** @param always headers of every answer of the deployment */
export function answerUnreadable(
  always: Readonly<Record<string, string>>,
): (error: Error & { code?: string }, socket: Socket) => void {
  const lines = Object.entries(always).map(([name, value]) => `${name}: ${value}`);
  return (error, socket) => answer(error, socket, lines);
}

function answer(error: Error & { code?: string }, socket: Socket, always: readonly string[]): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const { line, code, message } = ANSWERS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: { code, message } });
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${newRequestId()}`,
    'Connection: close',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...always,
  ];
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
}
