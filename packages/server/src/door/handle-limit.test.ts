import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const HANDLE_LIMIT = fileURLToPath(new URL('./handle-limit.ts', import.meta.url));
const SAY = 'const { handleLimit } = await import(process.argv[1]); process.stdout.write(String(handleLimit()));';

it('is the limit that the process was started with', () => {
  const command = ['-c', 'ulimit -n 257 && exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', SAY];
  expect(execFileSync('sh', [...command, HANDLE_LIMIT], { encoding: 'utf8' })).toBe('257');
});
