import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { makeTempDir, type TempDir } from '../support/service/temp-dir.ts';
import { checkConformance } from '../journeys/controllers/check-conformance.ts';

const PYTHON = process.env['PYTHON'] ?? 'python3';
const hasPaho = spawnSync(PYTHON, ['-c', 'import sys, paho.mqtt; assert sys.version_info >= (3, 11)']).status === 0;
const hasCurl = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).error === undefined);
const BIN = fileURLToPath(new URL('../../packages/cli/bin/setpoint.js', import.meta.url));
const [BATTERY = '', POLL = ''] = ['battery.py', 'poll.sh'].map((name) =>
  fileURLToPath(new URL(`../../docs/learn/${name}`, import.meta.url)),
);
const REFERENCE = `${process.execPath} ${BIN} controller --config controller.json`;

describe('setpoint conformance finds no fault', () => {
  let folder: TempDir;

  beforeAll(async () => {
    folder = await makeTempDir();
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it('in the reference controller by MQTT, and writes what it saw', async () => {
    const report = join(folder.path, 'reports');
    const found = await checkConformance(REFERENCE, ['--report', report], folder.path);
    expect(found).toMatchObject({ failed: [], code: 0, verdict: 'conformant (battery, mqtt)', skipped: ['C28'] });
    const [html = '', junit = '', evidence = ''] = found.files.map((file) => readFileSync(file, 'utf8'));
    expect(junit.match(/<testcase /g)).toHaveLength(37);
    expect(html).toContain('36 passed, 0 failed, 1 not run');
    expect(evidence).toContain('"check":"C17"');
  });

  it('in the reference controller by HTTPS', async () => {
    const found = await checkConformance(REFERENCE, ['--binding', 'https'], folder.path);
    expect(found).toMatchObject({
      failed: [],
      code: 0,
      verdict: 'conformant (battery, https)',
      skipped: ['C34'],
    });
  });

  it('in the Python program of the documents', ifThere(hasPaho, 'a Python 3.11 with paho-mqtt'), async () => {
    const found = await checkConformance(`${PYTHON} ${BATTERY}`, [], folder.path);
    expect(found).toMatchObject({
      failed: [],
      code: 0,
      verdict: 'conformant (battery, mqtt)',
      skipped: ['C27', 'C28'],
    });
  });

  it('in the shell script of the documents', ifThere(hasCurl, 'curl with jq'), async () => {
    const found = await checkConformance(`sh ${POLL}`, ['--binding', 'https', '--profile', 'base'], folder.path);
    expect(found).toMatchObject({ failed: [], code: 0, verdict: 'conformant (base, https)' });
  });
});
