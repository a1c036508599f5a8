import type { Socket } from 'node:net';
import { addressGroup } from '../platform/addresses/address-group.ts';
import type { PortPlaces } from './connection-pool.ts';
import { groupByName, oldest } from '../platform/group-by-name.ts';

/** One connection to a port, with a place there. */
export interface Connection {
  readonly socket: Socket;
  /** Undefined when it speaks for many. */
  readonly address: string | undefined;
  /** Whom it proved to be for; undefined for a stranger. */
  owner: string | undefined;
}

export type Connected = ReturnType<typeof createConnected>;

/** The connections to a port: strangers, and those that proved for whom they are. */
export function createConnected(places: PortPlaces) {
  const strangers = new Set<Connection>();
  const inTurnover = new Set<Connection>();
  const strangersByAddress = groupByName<Connection>();
  const byOwner = groupByName<Connection>();
  let count = 0;

  return {
    count: () => count,
    strangers: () => strangers.size,
    /** How many proved for whom they are. */
    proven: () => count - strangers.size,
    strangersOf: (address: string) => strangersByAddress.sizeOf(address),
    connectionsOf: (owner: string) => byOwner.sizeOf(owner),
    oldestStranger: () => oldest(strangers),
    oldestStrangerOf: (address: string) => strangersByAddress.oldestOf(address),
    oldestInTurnover: () => oldest(inTurnover),
    oldestOf: (owner: string) => byOwner.oldestOf(owner),
    add(connection: Connection): void {
      places.take();
      count += 1;
      strangers.add(connection);
      if (connection.address !== undefined) strangersByAddress.add(connection.address, connection);
    },
    prove(connection: Connection, owner: string): void {
      strangers.delete(connection);
      if (connection.address !== undefined) strangersByAddress.remove(connection.address, connection);
      connection.owner = owner;
      if (connection.address !== undefined) byOwner.add(owner, connection);
    },
    putInTurnover: (connection: Connection): void => void inTurnover.add(connection),
    remove(connection: Connection): void {
      const { address, owner } = connection;
      places.giveBack();
      count -= 1;
      strangers.delete(connection);
      inTurnover.delete(connection);
      if (address === undefined) return;
      strangersByAddress.remove(address, connection);
      if (owner !== undefined) byOwner.remove(owner, connection);
    },
  };
}

/** What a new connection is, before anything came from it; undefined when it left before it was looked at. */
export function strangerAt(socket: Socket, isShared: (address: string) => boolean): Connection | undefined {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return undefined;
  return { socket, address: isShared(remoteAddress) ? undefined : addressGroup(remoteAddress), owner: undefined };
}
