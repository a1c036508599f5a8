import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installPython } from './install-python.ts';
import { startService } from '../../support/service/start-service.ts';
import { PROGRAM } from '../../support/service/program.ts';
import { testFolder } from '@setpoint/server/testing/test-folder';

const execute = promisify(execFile);
const CLIENT = fileURLToPath(new URL('../../../clients/python', import.meta.url));
// Kept between runs, as long as it has what the manifest asks for.
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/setpoint-python', import.meta.url));
const TOOLS = ['pytest', 'mypy', 'pandas-stubs', 'hatchling', 'pyomo', 'polars', 'pyarrow'];
const WITHIN_MS = 300_000;
const FRAMES_WITHIN_MS = 900_000;

let python: string | undefined;
let missing = '';

beforeAll(async () => {
  const wanted = createHash('sha256')
    .update(readFileSync(join(CLIENT, 'pyproject.toml')))
    .update(TOOLS.join());
  const folder = join(KEPT, wanted.digest('hex').slice(0, 12));
  const kept = join(folder, 'venv/bin/python');
  if (existsSync(join(folder, 'venv/bin/hatchling'))) {
    python = kept;
    return;
  }
  mkdirSync(folder, { recursive: true });
  const installed = await installPython(folder, ['-e', `${CLIENT}[pandas]`, ...TOOLS]);
  if ('python' in installed) python = installed.python;
  else missing = installed.missing;
}, WITHIN_MS);

describe('the client for Python', () => {
  it(
    'passes its own tests, its guide and its notebooks, against the service',
    { timeout: WITHIN_MS },
    async (context) => {
      if (python === undefined) return context.skip(missing);
      const env = { ...process.env, SETPOINT_COMMAND: `"${process.execPath}" "${PROGRAM}"` };
      const { stdout } = await run(['-m', 'pytest', '-p', 'no:cacheprovider', '--color=no'], env);
      expect(stdout).toMatch(/\d+ passed/);
      expect(stdout).not.toMatch(/skipped|failed/);
    },
  );

  it('reads back 10,000 random frames as it spliced them', { timeout: FRAMES_WITHIN_MS }, async (context) => {
    if (python === undefined) return context.skip(missing);
    const env = {
      ...process.env,
      SETPOINT_COMMAND: `"${process.execPath}" "${PROGRAM}"`,
      SETPOINT_TEST_FRAMES: '10000',
    };
    const { stdout } = await run(
      ['-m', 'pytest', '-p', 'no:cacheprovider', '-s', 'tests/test_frames.py'],
      env,
      FRAMES_WITHIN_MS,
    );
    expect(stdout).toMatch(/1000\d spliced.*\d polars/);
  });

  it(
    'takes who pastes its guide from an empty folder to a day that is set',
    { timeout: WITHIN_MS },
    async (context) => {
      if (python === undefined) return context.skip(missing);
      const folder = testFolder();
      const service = await startService({ dataDir: join(folder, 'data') });
      onTestFinished(async () => void (await service.end('SIGTERM')));
      const [guide = ''] = readFileSync(new URL('../../../docs/learn/python.md', import.meta.url), 'utf8').split(
        '## Read the plan',
      );
      const [install = '', rest = ''] = guide.split('## Connect');
      expect(install).toContain('pip install');
      const blocks = (language: string) =>
        [...rest.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))]
          .map(([, block = '']) => block)
          .join('\n');
      mkdirSync(join(folder, 'bin'));
      const shim = join(folder, 'bin/setpoint');
      writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
      writeFileSync(join(folder, 'day.py'), blocks('python'));
      const script = `setpoint site add Mill\n${blocks('sh').replace('http://127.0.0.1:8080', service.url)}\npython3 day.py`;
      const env = { ...process.env, PATH: `${join(folder, 'bin')}:${dirname(python)}:${process.env['PATH'] ?? ''}` };
      const { stdout } = await execute('bash', ['-eu', '-c', script], { cwd: folder, env });
      expect(stdout).toMatch(/\nMill False\n92 1\n$/);
    },
  );

  it('is typed strictly, and so is its page', { timeout: WITHIN_MS }, async (context) => {
    if (python === undefined) return context.skip(missing);
    const { stdout } = await run(['-m', 'mypy', '--cache-dir', join(KEPT, 'mypy')]);
    expect(stdout).toContain('no issues found');
    const page = readFileSync(new URL('../../../docs/learn/python.md', import.meta.url), 'utf8');
    const blocks = [...page.matchAll(/```python\n([^]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(8);
    const file = join(KEPT, 'page.py');
    writeFileSync(file, blocks.join('\n'));
    expect((await run(['-m', 'mypy', '--cache-dir', join(KEPT, 'mypy'), file])).stdout).toContain('no issues found');
  });

  it('is built as a wheel and as its sources, with its types', { timeout: WITHIN_MS }, async (context) => {
    if (python === undefined) return context.skip(missing);
    const folder = testFolder();
    await run(['-m', 'hatchling', 'build', '--directory', folder]);
    const built = readdirSync(folder);
    const wheel = built.find((name) => name.endsWith('.whl')) ?? '';
    expect(built.filter((name) => name.endsWith('.tar.gz'))).toHaveLength(1);
    const { stdout } = await run(['-m', 'zipfile', '--list', join(folder, wheel)]);
    for (const file of ['setpoint/py.typed', 'setpoint/client.py', 'entry_points.txt']) expect(stdout).toContain(file);
  });
});

async function run(arguments_: readonly string[], env: NodeJS.ProcessEnv = process.env, timeout = WITHIN_MS) {
  return execute(python ?? '', arguments_, { cwd: CLIENT, env, timeout, maxBuffer: 10_000_000 }).catch(
    (cause: { stdout?: string; stderr?: string }) => {
      throw new Error(`${cause.stdout ?? ''}\n${cause.stderr ?? ''}`);
    },
  );
}
