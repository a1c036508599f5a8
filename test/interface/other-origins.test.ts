import { OPERATIONS } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { operatorOf, signIn } from '../support/service/sign-in.ts';
import { serveTests } from '../support/service/serve-tests.ts';

const ID = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
const PAGES = ['/', '/docs', '/session', '/session/token', '/nowhere'];

const world = serveTests();

/** The headers by which an answer would let the page of another origin read it, or send what it may not. */
async function permissions(path: string, method: string, more: Record<string, string> = {}): Promise<string[]> {
  const headers = { Origin: 'https://evil.example', ...more };
  const response = await fetch(world.service.url + path, { method, headers, signal: AbortSignal.timeout(20_000) });
  await response.body?.cancel();
  return [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
}

it('no answer lets the page of another origin read it: there is no CORS header', async () => {
  const paths = [...new Set(OPERATIONS.map(({ path }) => path.replaceAll(/\{\w+\}/g, ID))), ...PAGES];
  const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };
  const token = await signIn(world.service.url, await operatorOf(world.folder));
  for (const path of paths) {
    expect([path, await permissions(path, 'OPTIONS', asked)]).toEqual([path, []]);
    expect([path, await permissions(path, 'GET')]).toEqual([path, []]);
    expect([path, await permissions(path, 'GET', { Authorization: `Bearer ${token}` })]).toEqual([path, []]);
  }
});
