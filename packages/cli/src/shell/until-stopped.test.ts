import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const module = new URL('until-stopped.ts', import.meta.url).href;
// It ends by itself in the end, whatever becomes of the test.
const program = `
  setTimeout(() => process.exit(3), 100_000);
  const { untilStopped } = await import(${JSON.stringify(module)});
  const stopped = untilStopped(async () => console.log('stopped'));
  console.log('runs');
  await stopped;
  process.exit(0);
`;
/** As npx does: starts the program, and passes no signal on. */
const starter = `
  require('node:child_process').spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(program)}], { stdio: 'inherit' });
`;

test.each(['SIGTERM', 'SIGKILL'] as const)('a program stops when %s ends the npx that started it', async (signal) => {
  const env = { PATH: process.env['PATH'] ?? '', npm_command: 'exec' };
  const npx = spawn(process.execPath, ['--eval', starter], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void npx.kill('SIGKILL'));
  let out = '';
  npx.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  await expect.poll(() => out).toContain('runs');
  npx.kill(signal);
  // The pipe is closed once the program has ended too.
  await once(npx, 'close');
  expect(out).toBe('runs\nstopped\n');
});
