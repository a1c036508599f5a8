import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

// With `engine-strict`, npm would refuse the Node that the README calls enough for the sake of a package that runs on ours.
it('no package of package-lock.json asks for a Node: delete its `engines` there', () => {
  const lock: unknown = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const asking = Object.entries((lock as { packages: Readonly<Record<string, object>> }).packages)
    .filter(([path, entry]) => path.includes('node_modules/') && 'engines' in entry)
    .map(([path]) => path);
  expect(asking).toEqual([]);
});
