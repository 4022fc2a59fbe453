// The end of the service's connections: no request that was sent is left unanswered, and who only keeps a connection open holds up nobody. Node's
// own close() resets who has just connected, cuts off who is still being sent an answer, and waits for who asked again in the meantime.
import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** Our choice: who sent nothing for so long has no request on its way. */
const SILENCE_MILLISECONDS = 500;
const LOOK_MILLISECONDS = 20;
/** Our choice: as long as an answered client needs to connect again. Where that is never quiet, less and less will do, and after a second anything. */
const QUIET_MILLISECONDS = 20;
const QUIET_PATIENCE_MILLISECONDS = 1000;
const TURN_MILLISECONDS = 1;

interface Connection {
  /** To the latest request. */
  answer: ServerResponse | undefined;
  bytesRead: number;
  /** By performance.now(), as `end` saw it last. */
  heardAt: number;
}

export class Connections {
  readonly #server: Server;
  /** Those that are still agreeing on TLS, too. */
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #opened = 0;
  #isEnding = false;
  /** Those whose requests wait to be read. */
  #held: Socket[] | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#opened += 1;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#connections.set(socket, { answer: undefined, bytesRead: 0, heardAt: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
      if (this.#held !== undefined) this.#hold(socket, this.#held);
    });
    server.prependListener('request', ({ socket }, answer) => this.#begin(socket, answer));
  }

  /** From now on answers say `Connection: close`, so that clients go elsewhere with their next request. */
  announceEnd(): void {
    this.#isEnding = true;
    for (const { answer } of this.#connections.values()) if (answer !== undefined) sayLast(answer);
  }

  /** Takes no more connections, and resolves when there are none. Returns how many requests had no answer after `milliseconds` and were cut off. */
  async end(milliseconds: number): Promise<number> {
    const until = performance.now() + milliseconds;
    await this.#closeListener();
    const handshakesUntil = performance.now() + 2 * SILENCE_MILLISECONDS;
    for (
      let now = performance.now();
      now < until && (this.#connections.size > 0 || (this.#sockets.size > 0 && now < handshakesUntil));
      now = performance.now()
    ) {
      this.#closeSilent(now);
      await pause(LOOK_MILLISECONDS);
    }
    const cut = [...this.#connections.values()].filter(isUnderWay).length;
    for (const socket of this.#sockets) socket.destroy();
    return cut;
  }

  #begin(socket: Socket, answer: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (this.#isEnding) {
      // A client may send requests without waiting for the answers: the last one ends the connection.
      if (connection?.answer?.headersSent === false) connection.answer.removeHeader('connection');
      sayLast(answer);
    }
    if (connection !== undefined) connection.answer = answer;
  }

  #hold(socket: Socket, held: Socket[]): void {
    held.push(socket);
    // The server begins to read it in this turn.
    process.nextTick(() => socket.pause());
  }

  #closeSilent(now: number): void {
    for (const [socket, connection] of this.#connections) {
      if (isUnderWay(connection) || socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead;
        connection.heardAt = now;
      } else if (now - connection.heardAt >= SILENCE_MILLISECONDS) socket.destroy();
    }
  }

  /** Who waits in the system's queue when the listener closes is reset: it closes right after a look into the queue that found nobody. */
  async #closeListener(): Promise<void> {
    // Who has its answer connects again, so that under load there would be no such moment: until it has come, new connections wait.
    const held = (this.#held = [] as Socket[]);
    await this.#quiet();
    // The HTTP server's own close() would do more.
    TcpServer.prototype.close.call(this.#server);
    this.#held = undefined;
    for (const socket of held) socket.resume();
  }

  /** Resolves right after a short look at everything that is new, when nobody has connected for a while. */
  async #quiet(): Promise<void> {
    const beganAt = performance.now();
    let [opened, quietSince] = [this.#opened, beganAt];
    for (let turnAt = beganAt, now = beganAt; now - beganAt < QUIET_PATIENCE_MILLISECONDS; turnAt = now) {
      await nextTurn();
      now = performance.now();
      if (this.#opened !== opened) [opened, quietSince] = [this.#opened, now];
      const needed = QUIET_MILLISECONDS * (1 - (2 * (now - beganAt)) / QUIET_PATIENCE_MILLISECONDS);
      if (now > quietSince && now - quietSince >= needed && now - turnAt < TURN_MILLISECONDS) return;
    }
  }
}

function sayLast(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

/** Also while what was answered is on its way. */
function isUnderWay({ answer }: Connection): boolean {
  return answer !== undefined && !answer.writableFinished;
}
