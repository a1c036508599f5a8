import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { checkConformance } from './check-conformance.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PYTHON = process.env['PYTHON'] ?? 'python3';
const hasPaho = spawnSync(PYTHON, ['-c', 'import sys, paho.mqtt; assert sys.version_info >= (3, 11)']).status === 0;
const hasCurl = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).error === undefined);
const REFERENCE = `${process.execPath} ${at('packages/cli/bin/setpoint.js')} controller --config controller.json`;
// Those that do not wait for time-outs, so that they run at the pace of life. npm run prove goes through all of them.
const QUICK = ['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'C07', 'C08', 'C09', 'C16', 'C19', 'C23', 'C26', 'C30', 'C34'];
const BY_HTTPS = ['--binding', 'https'];

/** What is found by the quick checks. */
async function quickly(command: string, ...args: readonly string[]) {
  await using folder = await makeTempDir();
  return await checkConformance(command, ['--only', QUICK.join(), '--pace', '1', ...args], folder.path);
}

it('setpoint conformance finds no fault in the reference controller, by either binding', async () => {
  expect(await quickly(REFERENCE)).toMatchObject({ failed: [], skipped: [] });
  expect(await quickly(REFERENCE, ...BY_HTTPS)).toMatchObject({ failed: [], skipped: ['C34'] });
});

it('nor in the Python program of the documents', ifThere(hasPaho, 'a Python 3.11 with paho-mqtt'), async () => {
  expect(await quickly(`${PYTHON} ${at('docs/learn/battery.py')}`)).toMatchObject({ failed: [], skipped: [] });
});

it('nor in their shell script', ifThere(hasCurl, 'curl with jq'), async () => {
  const found = await quickly(`sh ${at('docs/learn/poll.sh')}`, ...BY_HTTPS, '--profile', 'base');
  expect(found).toMatchObject({ failed: [], skipped: ['C05', 'C26', 'C30', 'C34'] });
});
