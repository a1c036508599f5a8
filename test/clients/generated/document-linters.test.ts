import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOpenapi, OPERATIONS } from '@setpoint/contract';
import { ifThere } from '@setpoint/server/testing/unless';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempDir, type TempDir } from '../../support/service/temp-dir.ts';
import { mayFetch, run } from './find-generators.ts';

const REDOCLY = '@redocly/cli@2.77.0';
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const RULES = fileURLToPath(new URL('spectral.yaml', import.meta.url));

describe('the OpenAPI document has no error and no warning', () => {
  let folder: TempDir;
  let document: string;
  beforeAll(async () => {
    folder = await makeTempDir();
    document = join(folder.path, 'openapi.json');
    // Both linters think little of an address that only examples have.
    await writeFile(document, JSON.stringify(buildOpenapi(OPERATIONS, 'https://setpoint.test')));
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it('by what Redocly recommends', ifThere(mayFetch, 'Redocly'), async () => {
    const told = await lint(REDOCLY, ['redocly', 'lint', document, '--extends', 'recommended']);
    expect(told).toContain('Your API description is valid');
    expect(told).not.toMatch(/\d+ warnings?/);
  });

  it('by the rules of Spectral', ifThere(mayFetch, 'Spectral'), async () => {
    await lint(SPECTRAL, ['spectral', 'lint', document, '-r', RULES, '--fail-severity', 'warn']);
  });

  async function lint(linter: string, command: readonly string[]): Promise<string> {
    const args = ['exec', '--yes', `--package=${linter}`, '--', ...command];
    const { stdout, stderr } = await run('npm', args, { cwd: folder.path });
    return `${stdout}${stderr}`;
  }
});
