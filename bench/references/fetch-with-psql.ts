import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Fetcher } from '../run/time-fetch.ts';

type OpenFetcher = Fetcher & AsyncDisposable;

const TIMING = /^Time: (\d+\.\d+) ms/;
const QUIETLY = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--output=/dev/null'];

export function isPsqlHere(): boolean {
  return spawnSync('psql', ['--version']).status === 0;
}

/** By its own clock: its start and its printing do not count. */
export function fetchWithPsql(url: string, query: string): OpenFetcher {
  const child = spawn('psql', [...QUIETLY, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on('error', () => undefined);
  child.stdin.write('\\timing on\n');
  return {
    pid: child.pid ?? 0,
    async fetch() {
      child.stdin.write(`${query};\n`);
      const line = await lines.next();
      const tookMs = TIMING.exec(line.value ?? '')?.[1];
      if (tookMs === undefined) throw new Error(`psql did not tell how long it took: ${line.value ?? 'it ended'}`);
      return Number(tookMs);
    },
    [Symbol.asyncDispose]: async () => void child.kill(),
  };
}

/** Where there is no psql: the library that the service uses, in this process. */
export async function fetchWithClient(url: string, query: string): Promise<OpenFetcher> {
  const client = new pg.Client(url);
  await client.connect();
  return {
    pid: process.pid,
    async fetch() {
      const startedAt = performance.now();
      await client.query(query);
      return performance.now() - startedAt;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
