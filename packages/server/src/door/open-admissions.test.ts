import { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type Admissions, openAdmissions } from './open-admissions.ts';
import { openOpsDoor } from './open-ops-door.ts';
import { readShares } from '../limits/read-shares.ts';
import { readConnectionSettings } from './settings.ts';
import { createSettingsReader } from '../wire/settings-reader.ts';

const DEFAULTS = readConnectionSettings(readShares(createSettingsReader({}, [])));

/** Ports that many connect to, without the connections: here they are names and nothing else. */
function openPorts(handles: number) {
  const opened = openAdmissions({
    settings: DEFAULTS,
    handles,
    databaseConnections: 0,
    trustedProxies: [],
    metrics: { addCounter: () => () => undefined },
    onRefused: () => undefined,
  });
  const admissions = { ...opened, ops: openOpsDoor(opened.ops.limits, opened.ops.onRefused) };
  const open = new Set<EventEmitter>();
  let count = 0;
  function connect(port: keyof Admissions, remoteAddress: string): EventEmitter {
    const server = new EventEmitter();
    admissions[port].watch(server as unknown as Server);
    const socket = new EventEmitter();
    const destroy = () => {
      if (open.delete(socket)) socket.emit('close');
    };
    Object.assign(socket, { remoteAddress, remotePort: (count += 1), localAddress: '127.0.0.1', destroy });
    open.add(socket);
    server.emit('connection', socket);
    return socket;
  }
  const prove = (port: keyof Admissions, socket: EventEmitter, owner: string) =>
    admissions[port].proved(socket as unknown as Socket, owner);
  return { open, connect, prove };
}

it('10,000 controllers come from one address, 500 at a time, with 20,000 file handles', () => {
  const { open, connect, prove } = openPorts(20_000);
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
  const { open, connect, prove } = openPorts(handles);
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
