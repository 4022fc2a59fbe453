// A mail server on loopback that falls ill and recovers as a test asks, at one address all the while.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer, type MailServer } from './mail-server.ts';

/** One that never answers the content takes the whole mail, and never says so; one that is slow says nothing about a sender for a while. */
export type Health = 'is well' | 'is down' | 'never greets' | 'never answers the content' | 'is slow' | 'puts off';

export interface FailingMailServer {
  readonly port: number;
  /** What it took, whether it said so or not. */
  readonly mails: MailServer['mails'];
  /** The recipients of mails that it took and never said so. */
  readonly unanswered: ReadonlySet<string>;
  /** Ends all connections, and serves new ones like that. @param slowness milliseconds of one that is slow */
  become(health: Health, slowness?: number): void;
  /** How many connections and commands met with this illness. */
  readonly met: number;
  close(): Promise<void>;
}

export async function startFailingMailServer(): Promise<FailingMailServer> {
  const state = { health: 'is well' as Health, slowness: 0, met: 0 };
  const meets = (health: Health): boolean => {
    if (state.health !== health) return false;
    state.met += 1;
    return true;
  };
  const unanswered = new Set<string>();
  const server = await startMailServer({
    onMailFrom: async (_address, _session, callback) => {
      if (meets('is slow')) await sleep(state.slowness, undefined, { ref: false });
      callback(null);
    },
    onRcptTo: (_address, _session, callback) =>
      callback(meets('puts off') ? Object.assign(new Error('come back later'), { responseCode: 451 }) : null),
    answersContent: ({ to }) => {
      const isUnanswered = meets('never answers the content');
      if (isUnanswered) for (const address of to) unanswered.add(address);
      return !isUnanswered;
    },
  });
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.on('error', () => undefined));
    return socket.once('close', () => sockets.delete(socket));
  };
  const front = createServer((near) => {
    keep(near);
    if (meets('is down')) return void near.resetAndDestroy();
    if (meets('never greets')) return;
    const far = keep(connect(server.port, '127.0.0.1'));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (front.address() as AddressInfo).port,
    mails: server.mails,
    unanswered,
    become: (health, slowness = 0) => {
      Object.assign(state, { health, slowness, met: 0 });
      endAll();
    },
    get met() {
      return state.met;
    },
    close: async () => {
      endAll();
      front.close();
      await server.close();
    },
  };
}
