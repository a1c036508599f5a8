import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secondsOfChildren } from './seconds-of-children.ts';

// `npm test` and `npm run test:wide`: vitest with these arguments, then its processor time, then the plain line.
const VITEST = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'setpoint-run-'));
const closingPath = join(folder, 'closing');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const suite = spawn(process.execPath, [VITEST, 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, SETPOINT_TEST_CLOSING: closingPath },
});
// It ends first, and what it started with it. Ctrl-C reaches it by itself: a second would not let it clean up.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => suite.kill('SIGINT'));

const [code] = (await once(suite, 'exit')) as [number | null];
process.exitCode = code ?? 1;
const seconds = secondsOfChildren();
if (seconds !== undefined) process.stdout.write(`\n${Math.round(seconds)} s of processor time\n`);
if (existsSync(closingPath)) process.stdout.write(`${readFileSync(closingPath, 'utf8')}\n`);
