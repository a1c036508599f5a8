import { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Admissions, openAdmissions } from './open-admissions.ts';
import { openOpsDoor } from './open-ops-door.ts';
import { readShares } from '../limits/read-shares.ts';
import { type ConnectionSettings, readConnectionSettings } from './settings.ts';
import { createSettingsReader } from '../wire/settings-reader.ts';

type Port = keyof Admissions;

const DEFAULTS = readConnectionSettings(readShares(createSettingsReader({}, [])));
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

/** Ports that many connect to, without the connections: here they are names and nothing else. */
function openPorts({ settings = DEFAULTS, handles = Infinity }) {
  const opened = openAdmissions({
    settings,
    handles,
    databaseConnections: 0,
    trustedProxies: [],
    metrics: { addCounter: () => () => undefined },
    onRefused: () => undefined,
  });
  const admissions = { ...opened, ops: openOpsDoor(opened.ops.limits, opened.ops.onRefused) };
  const open = new Set<EventEmitter>();
  let count = 0;
  function connect(port: Port, remoteAddress: string): EventEmitter {
    const server = new EventEmitter();
    admissions[port].watch(server as unknown as Server);
    const socket = new EventEmitter();
    const destroy = () => void (open.delete(socket) && socket.emit('close'));
    Object.assign(socket, { remoteAddress, remotePort: (count += 1), localAddress: '127.0.0.1', destroy });
    open.add(socket);
    server.emit('connection', socket);
    return socket;
  }
  const prove = (port: Port, socket: EventEmitter, owner: string) =>
    admissions[port].proved(socket as unknown as Socket, owner);
  return { open, connect, prove };
}

describe('each limit of connections is in force, and alone stops its attack', () => {
  it.each<[keyof ConnectionSettings, string, Port, { addresses: number; owners?: number }]>([
    ['http', 'clients, one after the other', 'http', { addresses: 200, owners: COME }],
    ['mqtt', 'controllers in the clear', 'mqtt', { addresses: 200, owners: COME }],
    ['mqtt', 'controllers, encrypted', 'mqtts', { addresses: 200, owners: COME }],
    ['ops', 'all that reach the operations port', 'ops', { addresses: 200 }],
    ['strangers', 'strangers from many addresses', 'http', { addresses: 200 }],
    ['strangers', 'strangers from many addresses at the port of controllers', 'mqtts', { addresses: 200 }],
    ['strangersOfAddress', 'strangers from one address', 'http', { addresses: 1 }],
    ['ofClient', 'connections of one client', 'http', { addresses: 200, owners: 1 }],
    ['ofClient', 'connections of one key', 'mqtt', { addresses: 200, owners: 1 }],
  ])('%s: %s', (limit, _who, port, { addresses, owners }) => {
    const left = (settings: ConnectionSettings) => {
      const { open, connect, prove } = openPorts({ settings });
      for (let number = 0; number < COME; number += 1) {
        const socket = connect(port, `192.0.2.${number % addresses}`);
        if (owners !== undefined) prove(port, socket, `client ${number % owners}`);
      }
      return open.size;
    };
    expect([left({ ...NONE, [limit]: LIMIT }), left(NONE)]).toEqual([LIMIT, COME]);
  });
});

it('10,000 controllers come from one address, 500 at a time, with 20,000 file handles', () => {
  const { open, connect, prove } = openPorts({ handles: 20_000 });
  for (let storm = 0; storm < 20; storm += 1) {
    const some = Array.from({ length: 500 }, () => connect('mqtt', '192.0.2.1'));
    for (const [index, socket] of some.entries()) prove('mqtt', socket, `key ${storm}-${index}`);
  }
  expect(open.size).toBe(10_000);
});

it.each([
  [600, 300 + 64],
  [20_000, 19_680 + 64],
])('with %i file handles at most %i connections are open, whoever comes', (handles, most) => {
  const { open, connect, prove } = openPorts({ handles });
  for (let number = 0; number < handles; number += 1) {
    for (const port of ['http', 'mqtt', 'mqtts', 'ops'] as const) {
      prove(port, connect(port, `192.0.2.${number % 250}`), `${port} ${number}`);
      connect(port, `198.51.100.${number % 250}`);
    }
  }
  expect(open.size).toBeLessThanOrEqual(most);
  expect(open.size).toBeGreaterThan(most * 0.9);
  const operator = connect('http', '203.0.113.1');
  prove('http', operator, 'operator');
  expect(open.has(operator)).toBe(true);
});
