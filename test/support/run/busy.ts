import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs the suite on a machine that others use too: `npm run test:busy`, with the arguments of `npm test`, or both circles.
const WIDE = '--wide';
const BUSY_PROCESSES = 4;
const SPIN = 'for (;;);';
const WRITE = `const { fsyncSync, openSync, writeSync } = require('node:fs');
const file = openSync(process.argv[1], 'w');
const block = Buffer.alloc(1_048_576, 1);
for (let turn = 0; ; turn += 1) { writeSync(file, block, 0, block.length, (turn % 64) * block.length); fsyncSync(file); }`;
const RUN_SUITE = fileURLToPath(new URL('run-suite.ts', import.meta.url));

let suite: ChildProcess | undefined;
const folder = mkdtempSync(join(tmpdir(), 'setpoint-busy-'));
const others: ChildProcess[] = Array.from({ length: BUSY_PROCESSES }, () => run('-e', SPIN));
others.push(run('-e', WRITE, join(folder, 'written')));
process.on('exit', () => {
  suite?.kill('SIGTERM');
  for (const other of others) other.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

const given = process.argv.slice(2).filter((argument) => argument !== WIDE);
const isWide = process.argv.includes(WIDE);
const circles = isWide ? [given, ['--config', 'vitest.wide.config.ts', ...given]] : [given];
for (const circle of circles) {
  suite = spawn(process.execPath, [RUN_SUITE, ...circle], { stdio: 'inherit' });
  const [code] = (await once(suite, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = code ?? 1;
}
process.exit();

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'ignore' });
}
