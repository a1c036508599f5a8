import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { descendantsOf } from './descendants-of.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
// The service, the good client and the controllers.
const PARTS = 3;

it('a proof that is told to end leaves no process and no file', async () => {
  await using folder = await makeTempDir();
  const proof = spawn(process.execPath, [MAIN, 'hold-out', '--only', 'SQLite,rich', '--seconds', '60'], {
    env: { ...process.env, TMPDIR: folder.path },
    stdio: 'ignore',
  });
  const ended = once(proof, 'exit');
  const pids = await lookUntil(
    async () => descendantsOf(proof.pid ?? 0),
    (found) => found.length >= PARTS,
  );
  proof.kill('SIGTERM');
  const [code] = (await ended) as [number];
  expect(code).toBe(143);
  await lookUntil(
    async () => pids.filter(isRunning),
    (left) => left.length === 0,
  );
  expect(readdirSync(folder.path)).toEqual([]);
});

function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}
