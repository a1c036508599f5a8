import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { choosePort } from './choose-port.ts';

// Where Linux, macOS and Windows begin to give out ports by themselves, at the lowest.
const GIVEN_OUT_FROM = 32_768;

it('a free port is none that the system may give to somebody else before we listen', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => choosePort('127.0.0.1', 0)));
  expect(Math.max(...ports)).toBeLessThan(GIVEN_OUT_FROM);
  expect(new Set(ports).size).toBeGreaterThan(40);
});

it('a port that somebody has is refused', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(choosePort('127.0.0.1', port)).rejects.toThrow('EADDRINUSE');
});
