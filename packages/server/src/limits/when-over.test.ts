import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whenOver } from './when-over.ts';

const server = createServer();
beforeEach(() => once(server.listen(0), 'listening'));
afterEach(() => server.close());

it.each(['answered', 'cut off'])('each wait of an answer that is %s adds one listener, and ends once', async (how) => {
  const ended: number[] = [];
  const asked = once(server, 'request');
  const calling = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(() => undefined);
  const [, response] = (await asked) as [unknown, ServerResponse];
  const before = response.listenerCount('close');
  for (const wait of [1, 2, 3]) whenOver(response, () => ended.push(wait));
  expect(response.listenerCount('close')).toBe(before + 3);
  const closed = once(response, 'close');
  if (how === 'answered') response.end();
  else response.destroy();
  await Promise.all([closed, calling]);
  whenOver(response, () => ended.push(4));
  expect(ended).toEqual([1, 2, 3, 4]);
});
