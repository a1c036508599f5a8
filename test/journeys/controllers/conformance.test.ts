import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempDir, type TempDir } from '../../support/service/temp-dir.ts';
import { checkConformance } from '../../support/site/check-conformance.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/setpoint.js', import.meta.url));
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
    expect(junit.match(/<testcase /g)).toHaveLength(36);
    expect(html).toContain('35 passed, 0 failed, 1 not run');
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
});
