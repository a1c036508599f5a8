import { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Admission } from './admission.ts';
import { openAdmissions } from './open-admissions.ts';
import { openOpsDoor } from './open-ops-door.ts';
import type { ConnectionSettings } from './settings.ts';

const NO_LIMIT = 1_000_000;
const NONE: ConnectionSettings = {
  http: NO_LIMIT,
  mqtt: NO_LIMIT,
  ops: NO_LIMIT,
  strangers: NO_LIMIT,
  strangersOfAddress: NO_LIMIT,
  ofClient: NO_LIMIT,
};
const COME = 300;
const LIMIT = 40;

/** How many of those who come are connected in the end, with no other limits than these. */
type Attack = (settings: ConnectionSettings) => number;

const strangersFrom =
  (port: 'http' | 'mqtt' | 'mqtts' | 'ops', addresses: number): Attack =>
  (settings) =>
    connectTo(open(settings)[port], (number) => ({ address: `192.0.2.${number % addresses}` }));
const provenAt =
  (port: 'http' | 'mqtt' | 'mqtts', owners: number): Attack =>
  (settings) =>
    connectTo(open(settings)[port], (number) => ({
      address: `192.0.2.${number % 200}`,
      owner: `client ${number % owners}`,
    }));

describe('each limit of connections is in force, and alone stops its attack', () => {
  it.each<[keyof ConnectionSettings, string, Attack]>([
    ['http', 'clients, one after the other', provenAt('http', COME)],
    ['mqtt', 'controllers in the clear', provenAt('mqtt', COME)],
    ['mqtt', 'controllers, encrypted', provenAt('mqtts', COME)],
    ['ops', 'whoever reaches the operations port', strangersFrom('ops', 200)],
    ['strangers', 'strangers from many addresses', strangersFrom('http', 200)],
    ['strangers', 'strangers from many addresses at the port of controllers', strangersFrom('mqtts', 200)],
    ['strangersOfAddress', 'strangers from one address', strangersFrom('http', 1)],
    ['ofClient', 'connections of one client', provenAt('http', 1)],
    ['ofClient', 'connections of one key', provenAt('mqtt', 1)],
  ])('%s: %s', (limit, _who, attack) => {
    expect(attack({ ...NONE, [limit]: LIMIT })).toBe(LIMIT);
    expect(attack(NONE)).toBe(COME);
  });
});

function open(settings: ConnectionSettings): Readonly<Record<'http' | 'mqtt' | 'mqtts' | 'ops', Admission>> {
  const { ops, ...others } = openAdmissions({
    settings,
    handles: Infinity,
    databaseConnections: 0,
    trustedProxies: [],
    metrics: { addCounter: () => () => undefined },
    onRefused: () => undefined,
  });
  return { ...others, ops: openOpsDoor(ops.limits, ops.onRefused) };
}

function connectTo(door: Admission, who: (number: number) => { readonly address: string; readonly owner?: string }) {
  const connected = new Set<EventEmitter>();
  const server = new EventEmitter();
  door.watch(server as unknown as Server);
  for (let number = 0; number < COME; number += 1) {
    const { address, owner } = who(number);
    const socket = new EventEmitter();
    const destroy = () => void (connected.delete(socket) && socket.emit('close'));
    Object.assign(socket, { remoteAddress: address, remotePort: number, localAddress: '127.0.0.1', destroy });
    connected.add(socket);
    server.emit('connection', socket);
    if (owner !== undefined) door.proved(socket as unknown as Socket, owner);
  }
  return connected.size;
}
