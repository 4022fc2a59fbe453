// Graceful shutdown of the server's connections: every request that was sent is answered, and idle keep-alive
// connections do not delay the end. Node's own close() resets clients in the accept queue, cuts off answers that are
// still being sent, and waits for clients that send more requests.
import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

const POLL_MILLISECONDS = 20;
/**
 * Our choice: a connection on which so many polls, half a second, found nothing has no request on its way. Polls are counted, not
 * time: what arrives while the process gets no processor has not been read yet.
 */
const IDLE_POLLS = 25;
const HANDSHAKE_MILLISECONDS = 1000;
/**
 * Our choice: as long as an answered client needs to connect again. Under steady load the required time shrinks to zero
 * within the timeout.
 */
const QUIET_MILLISECONDS = 50;
const QUIET_TIMEOUT_MILLISECONDS = 2000;
const TURN_MILLISECONDS = 1;
/** A process that has just slept is the last that the kernel interrupts for another one. */
const SLEEP_MILLISECONDS = 2;

interface Connection {
  /** The response to the latest request. */
  answer: ServerResponse | undefined;
  bytesRead: number;
  /** The polls in a row that found nothing. */
  idlePolls: number;
}

export class Connections {
  readonly #server: Server;
  /** All sockets, those in a TLS handshake included. */
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #opened = 0;
  #isClosing = false;
  /** Sockets that are paused while the listener closes. */
  #paused: Socket[] | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#opened += 1;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#connections.set(socket, { answer: undefined, bytesRead: 0, idlePolls: 0 });
      socket.once('close', () => this.#connections.delete(socket));
      if (this.#paused !== undefined) this.#pause(socket, this.#paused);
    });
    server.prependListener('request', ({ socket }, answer) => this.#begin(socket, answer));
  }

  /**
   * Sends `Connection: close` with every answer from now on, so that clients connect to another instance for their next
   * request.
   */
  announceClose(): void {
    this.#isClosing = true;
    for (const { answer } of this.#connections.values()) if (answer !== undefined) setConnectionClose(answer);
  }

  /**
   * Closes the listener and waits until all connections are closed. Returns how many requests were cut off after
   * `milliseconds`.
   */
  async close(milliseconds: number): Promise<number> {
    const until = performance.now() + milliseconds;
    await this.#closeListener();
    const handshakesUntil = performance.now() + HANDSHAKE_MILLISECONDS;
    for (
      let now = performance.now();
      now < until && (this.#connections.size > 0 || (this.#sockets.size > 0 && now < handshakesUntil));
      now = performance.now()
    ) {
      await pause(POLL_MILLISECONDS);
      // A timer runs before what has arrived is read, an immediate afterwards.
      await nextTurn();
      this.#closeIdle();
    }
    const cut = [...this.#connections.values()].filter(isInFlight).length;
    for (const socket of this.#sockets) socket.destroy();
    return cut;
  }

  #begin(socket: Socket, answer: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (this.#isClosing) {
      // Requests may be pipelined: only the last answer may close the connection.
      if (connection?.answer?.headersSent === false) connection.answer.removeHeader('connection');
      setConnectionClose(answer);
    }
    if (connection !== undefined) connection.answer = answer;
  }

  #pause(socket: Socket, paused: Socket[]): void {
    paused.push(socket);
    // The server starts to read the socket in this turn of the event loop.
    process.nextTick(() => socket.pause());
  }

  #closeIdle(): void {
    for (const [socket, connection] of this.#connections) {
      const isActive = isInFlight(connection) || socket.bytesRead !== connection.bytesRead;
      connection.bytesRead = socket.bytesRead;
      connection.idlePolls = isActive ? 0 : connection.idlePolls + 1;
      if (connection.idlePolls >= IDLE_POLLS) socket.destroy();
    }
  }

  /**
   * The kernel resets clients that are in the accept queue when the listener closes, so it closes right after a poll
   * found the queue empty.
   */
  async #closeListener(): Promise<void> {
    // Answered clients connect again at once, so that under load the queue would never be empty: new connections are
    // paused until it is.
    const paused = (this.#paused = [] as Socket[]);
    await this.#waitUntilQuiet();
    // The close() of the HTTP server would close connections, too.
    TcpServer.prototype.close.call(this.#server);
    this.#paused = undefined;
    for (const socket of paused) socket.resume();
  }

  /** Resolves right after a turn of the event loop that accepted nobody, once nobody has connected for a while. */
  async #waitUntilQuiet(): Promise<void> {
    const beganAt = performance.now();
    let [opened, quietSince] = [this.#opened, beganAt];
    for (let now = beganAt; now - beganAt < QUIET_TIMEOUT_MILLISECONDS;) {
      await pause(SLEEP_MILLISECONDS);
      const turnAt = performance.now();
      await nextTurn();
      now = performance.now();
      if (this.#opened !== opened) [opened, quietSince] = [this.#opened, now];
      const needed = QUIET_MILLISECONDS * (1 - (2 * (now - beganAt)) / QUIET_TIMEOUT_MILLISECONDS);
      if (now > quietSince && now - quietSince >= needed && now - turnAt < TURN_MILLISECONDS) return;
    }
  }
}

function setConnectionClose(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

/** Whether a request has no answer yet, or the answer is still being sent. */
function isInFlight({ answer }: Connection): boolean {
  return answer !== undefined && !answer.writableFinished;
}
