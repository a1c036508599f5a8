import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'setpoint-prepare-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('an installation without development dependencies succeeds, and says what is not there', () => {
  const script = join(folder, 'prepare.js');
  copyFileSync(fileURLToPath(new URL('prepare.js', import.meta.url)), script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('the console and the reference are not built')]);
  expect(stderr).not.toContain('Error');
});
