import type { Server, Socket } from 'node:net';
import type { PortPlaces } from './connection-pool.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { PortFill } from './fill-of.ts';
import { type Connected, type Connection, createConnected, strangerAt } from './connected.ts';

/** Who may be connected to a port. A stranger is a connection that did not prove yet for whom it is. */
export interface Admission {
  /** Keeps the connections to a server within the limits of its port. */
  watch(server: Server): void;
  /** A connection proved for whom it is. */
  proved(socket: Socket, owner: string): void;
  /** A stranger was cut off for what came from it: where this happens again and again, its address is let in no more for a while. */
  cutOff(socket: Socket): void;
  /** How many connections there are, and may be. */
  fill(): PortFill;
  /** Whose requests come over a connection: its owner's, else its address's; undefined where it speaks for many. */
  speaksFor(socket: Socket): string | undefined;
}

export interface AdmissionRules {
  readonly places: PortPlaces;
  readonly most: number;
  readonly mostStrangers: number;
  /** Strangers from one address. */
  readonly mostOfAddress: number;
  /** Connections that proved to be for the same owner. */
  readonly mostOfOwner: number;
  /** Whether places are kept free for strangers, who may be operators, however many others there are. */
  readonly keepsTurnover: boolean;
  /** Whether an address speaks for many: what holds for one address or one owner does not hold for it. */
  readonly isShared: (address: string) => boolean;
  readonly now: () => number;
  /** Told of each connection that was ended because there were too many. */
  readonly onRefused: (address: string) => void;
}

/** Of one address in a minute, until the end of which it is then let in no more. */
const MOST_CUT_OFFS = 10;

/**
 * Bounds the connections to a port. Strangers make room for strangers, the oldest first: whoever only waits leaves.
 * The last own places stay in turnover: who proved itself there makes room for the next, too.
 */
export function createAdmission(rules: AdmissionRules): Admission {
  const connected = createConnected(rules.places);
  const cutOffs = createRateLimit({ perMinute: MOST_CUT_OFFS, now: rules.now });
  const bySocket = new WeakMap<Socket, Connection>();

  function end(connection: Connection): void {
    forget(connection);
    refuse(connection, rules);
  }
  function forget(connection: Connection): void {
    if (bySocket.delete(connection.socket)) connected.remove(connection);
  }
  function admit(socket: Socket): Connection | undefined {
    const connection = strangerAt(socket, rules.isShared);
    if (connection === undefined) return void socket.destroy();
    if (connection.address !== undefined && cutOffs.isSpent(connection.address)) return refuse(connection, rules);
    const isFull = connected.count() >= rules.most || !rules.places.hasRoom();
    const leaving = whoLeaves(connected, rules, { isFull, address: connection.address });
    if (leaving !== undefined) end(leaving);
    else if (isFull) return refuse(connection, rules);
    bySocket.set(socket, connection);
    connected.add(connection);
    socket.once('close', () => forget(connection));
    return connection;
  }
  return {
    watch(server) {
      const handshaking = new Map<string, Connection>();
      const isEncrypted = 'setSecureContext' in server;
      server.on('connection', (socket: Socket) => {
        const connection = admit(socket);
        if (!isEncrypted || connection === undefined) return;
        const name = nameOf(socket);
        handshaking.set(name, connection);
        socket.once('close', () => handshaking.delete(name));
      });
      // What is read and written from here on is another object over the same connection.
      server.on('secureConnection', (socket: Socket) => {
        const connection = handshaking.get(nameOf(socket));
        if (connection !== undefined) bySocket.set(socket, connection);
      });
    },
    fill: () => fillWith(connected, rules),
    speaksFor(socket) {
      const connection = bySocket.get(socket);
      return connection?.address === undefined ? undefined : (connection.owner ?? connection.address);
    },
    cutOff(socket) {
      const { address, owner } = bySocket.get(socket) ?? {};
      // Of one that authenticated it is known who it was: others at its address are let in.
      if (address !== undefined && owner === undefined) cutOffs.take(address);
    },
    proved(socket, owner) {
      const connection = bySocket.get(socket);
      if (connection === undefined || connection.owner !== undefined || !bySocket.has(connection.socket)) return;
      connected.prove(connection, owner);
      if (rules.keepsTurnover && isCrowded(connected, rules)) connected.putInTurnover(connection);
      if (connected.connectionsOf(owner) <= rules.mostOfOwner) return;
      const first = connected.oldestOf(owner);
      if (first !== undefined) end(first);
    },
  };
}

function refuse({ address, socket }: Connection, { onRefused }: AdmissionRules): undefined {
  onRefused(address ?? socket.remoteAddress ?? 'unknown');
  socket.destroy();
}

function fillWith({ count }: Connected, { most, places: { own, shared } }: AdmissionRules): PortFill {
  return { open: count(), most, own, shared };
}

interface Arrival {
  readonly isFull: boolean;
  readonly address: string | undefined;
}

function whoLeaves(connected: Connected, rules: AdmissionRules, { isFull, address }: Arrival): Connection | undefined {
  if (address !== undefined && connected.strangersOf(address) >= rules.mostOfAddress) {
    return connected.oldestStrangerOf(address);
  }
  if (!isFull && connected.strangers() < rules.mostStrangers) return undefined;
  return connected.oldestStranger() ?? connected.oldestInTurnover();
}

// Half of the port's own places, or of all that it may have.
function isCrowded(connected: Connected, { places, most }: AdmissionRules): boolean {
  const kept = Math.ceil(Math.min(places.own, most) / 2);
  if (connected.proven() > most - kept) return true;
  return !places.hasRoom() && connected.proven() > places.own - kept;
}

// Both objects over one connection say the same of it.
function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
