import { execFile, type ExecFileOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What was tried; the next version may write other names. */
const VERSIONS = {
  openapiPythonClient: '0.29.1',
  oapiCodegen: 'v2.8.2',
  openapiGenerator: '7.25.0',
  schemathesis: '4.32.5',
};

/** Nothing is fetched unless it is asked for: what is not on this machine is not tried. */
export const mayFetch = process.env['SETPOINT_TEST_GENERATORS'] === 'true';
const kept = join(process.cwd(), 'node_modules/.cache/generators');

/** What there is to generate clients with; undefined where it is not here. */
export async function findGenerators() {
  return { python: await findPython(), go: await findGo(), generator: await findOpenapiGenerator() };
}

/** A Python that has openapi-python-client; undefined without one. */
async function findPython(): Promise<string | undefined> {
  if (!mayFetch) return (await runs('python3', ['-c', 'import openapi_python_client, httpx'])) ? 'python3' : undefined;
  const python = join(kept, 'python/bin/python');
  if (!existsSync(python)) await run('python3', ['-m', 'venv', join(kept, 'python')]);
  await run(python, ['-m', 'pip', 'install', '-q', `openapi-python-client==${VERSIONS.openapiPythonClient}`]);
  return python;
}

/** Its command. It is fetched into a Python of its own: what it needs must not meet what clients need. */
export async function findSchemathesis(): Promise<string> {
  const folder = join(kept, 'schemathesis');
  if (!existsSync(folder)) await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '-q', `schemathesis==${VERSIONS.schemathesis}`]);
  return join(folder, 'bin/schemathesis');
}

interface GoTools {
  readonly oapiCodegen: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Writes down what the program in this folder requires. */
  readonly resolve: (place: string) => Promise<void>;
}

/** Go with oapi-codegen, and the runtime of what it writes. */
async function findGo(): Promise<GoTools | undefined> {
  if (mayFetch) {
    const command = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSIONS.oapiCodegen}`;
    await run('go', ['install', command], { env: { ...process.env, GOBIN: kept } });
    const resolve = async (cwd: string) => void (await run('go', ['mod', 'tidy'], { cwd }));
    return { oapiCodegen: join(kept, 'oapi-codegen'), environment: process.env, resolve };
  }
  const runtime = await goRuntime();
  if (runtime === undefined) return undefined;
  const environment = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod', GONOSUMDB: '*', GONOSUMCHECK: '1' };
  const resolve = async (cwd: string) => void (await run('go', ['mod', 'edit', '-require', runtime], { cwd }));
  return { oapiCodegen: 'oapi-codegen', environment, resolve };
}

/** The newest runtime of generated clients on this machine, with its version; undefined without the tools. */
async function goRuntime(): Promise<string | undefined> {
  if (!(await runs('oapi-codegen', ['-version'])) || !(await runs('go', ['version']))) return undefined;
  const { stdout } = await run('go', ['env', 'GOMODCACHE']);
  const versions = await readdir(join(stdout.trim(), 'github.com/oapi-codegen')).catch(() => []);
  const runtimes = versions.flatMap((name) => (name.startsWith('runtime@') ? [name.slice('runtime@'.length)] : []));
  const newest = runtimes.toSorted().at(-1);
  return newest === undefined ? undefined : `github.com/oapi-codegen/runtime@${newest}`;
}

/** The archive of openapi-generator, from Maven Central; undefined where it may not be fetched. */
async function findOpenapiGenerator(): Promise<string | undefined> {
  if (!mayFetch) return undefined;
  await mkdir(kept, { recursive: true });
  const artifact = `org.openapitools:openapi-generator-cli:${VERSIONS.openapiGenerator}`;
  await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${kept}`], { cwd: kept });
  return join(kept, `openapi-generator-cli-${VERSIONS.openapiGenerator}.jar`);
}

/** A compiler says on its standard output what is wrong. */
export async function run(command: string, args: readonly string[], options: ExecFileOptions = {}) {
  const bounds = { maxBuffer: 64 * 1024 ** 2, ...options, encoding: 'utf8' } as const;
  return execute(command, [...args], bounds).catch((cause: unknown) => {
    const { stdout, stderr } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} failed: ${stdout ?? ''}${stderr ?? ''}`, { cause });
  });
}

async function runs(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}
