import { expect, it } from 'vitest';
import { isOwnName } from './create-operations-server.ts';

const NAMES = ['metrics.example.com', 'Node-1.Example.com'];

it.each([
  '127.0.0.1:9464',
  '[::1]:9464',
  '[fe80::1]',
  'localhost:9464',
  'setpoint:9464',
  'setpoint-operations.energy.svc:9464',
  'node.local',
  'node-1.europe-west1.c.project.internal:9464',
  'metrics.example.com:9464',
  'node-1.example.com',
  // Who names none is no browser.
  undefined,
])('%s is a name of this port', (host) => {
  expect(isOwnName(host, NAMES)).toBe(true);
});

// What a page may call an address that it chose.
it.each([
  'evil.example:9464',
  '127.0.0.1.evil.com',
  '127.0.0.1.nip.io',
  'setpoint.svc.evil.com',
  'evillocal.com',
  'a.metrics.example.com',
  'evil.com:80:localhost',
  'evil.com/localhost',
  'evil.com\\@localhost',
  'user@localhost',
  '',
  '.',
  '[evil.com]',
])('%s is none', (host) => {
  expect(isOwnName(host, NAMES)).toBe(false);
});
