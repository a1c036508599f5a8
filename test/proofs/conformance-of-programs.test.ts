import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { programInPage } from '../package/docs/program-in-page.ts';
import { makeTempDir, type TempDir } from '../support/service/temp-dir.ts';
import { checkConformance } from '../support/site/check-conformance.ts';

const PYTHON = process.env['PYTHON'] ?? 'python3';
const hasPaho = spawnSync(PYTHON, ['-c', 'import sys, paho.mqtt; assert sys.version_info >= (3, 11)']).status === 0;
const hasCurl = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).error === undefined);
const hasGo = spawnSync('go', ['version']).error === undefined;

describe('setpoint conformance finds no fault', () => {
  let folder: TempDir;

  beforeAll(async () => {
    folder = await makeTempDir();
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  function fileOf(name: string, language: string): string {
    const path = join(folder.path, name);
    writeFileSync(path, programInPage(language));
    return path;
  }

  it('in the Python program of the documents', ifThere(hasPaho, 'a Python 3.11 with paho-mqtt'), async () => {
    const found = await checkConformance(`${PYTHON} ${fileOf('battery.py', 'python')}`, [], folder.path);
    expect(found).toMatchObject({
      failed: [],
      code: 0,
      verdict: 'conformant (battery, mqtt)',
      skipped: ['C27', 'C28'],
    });
  });

  it('in the shell script of the documents', ifThere(hasCurl, 'curl with jq'), async () => {
    const found = await checkConformance(
      `sh ${fileOf('poll.sh', 'sh')}`,
      ['--binding', 'https', '--profile', 'base'],
      folder.path,
    );
    expect(found).toMatchObject({ failed: [], code: 0, verdict: 'conformant (base, https)' });
  });

  it('in the Go program of the documents', ifThere(hasGo, 'go'), async () => {
    const program = join(folder.path, 'battery');
    execFileSync('go', ['build', '-o', program, fileOf('battery.go', 'go')], { cwd: folder.path });
    const found = await checkConformance(program, ['--binding', 'https'], folder.path);
    expect(found).toMatchObject({
      failed: [],
      code: 0,
      verdict: 'conformant (battery, https)',
      skipped: ['C27', 'C31', 'C32', 'C33', 'C34', 'C35', 'C36'],
    });
  });
});
