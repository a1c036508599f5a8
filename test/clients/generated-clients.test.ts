import { execFile, type ExecFileOptions } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOpenapi, OPERATIONS, PATHS } from '@setpoint/contract';
import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempDir, type TempDir } from '../harness/temp-dir.ts';
import { openWorld, type World } from '../openapi/open-world.ts';

const execute = promisify(execFile);
const TOLD = 'true 1 100 1 valid 1 invalid 400 bad_request 2';

const python = 'python3';
const hasPython = await runs(python, ['-c', 'import openapi_python_client, httpx']);
const runtime = await goRuntime();

describe('a client generated from the OpenAPI document compiles, lists, sets, plans, checks and reads a refusal', () => {
  let world: World;
  let folder: TempDir;
  let document: string;
  let program: readonly [base: string, token: string, siteId: string];

  beforeAll(async () => {
    world = await openWorld();
    folder = await makeTempDir();
    const openapi = buildOpenapi(OPERATIONS, world.base);
    document = join(folder.path, 'openapi.json');
    await writeFile(document, JSON.stringify(openapi));
    const siteId = await world.addSite();
    const { clientId, clientSecret } = await world.addClient();
    await grantAllSites(world, clientId);
    program = [world.base, await world.token('sites:read+schedules:write', { clientId, clientSecret }), siteId];
  });
  afterAll(async () => {
    await world.close();
    await folder[Symbol.asyncDispose]();
  });

  it('in TypeScript, by openapi-typescript', async () => {
    const place = await placeFor('typescript');
    const types = await openapiTypescript(buildOpenapi(OPERATIONS, world.base) as unknown as OpenAPI3);
    await writeFile(join(place, 'schema.ts'), types);
    await copyFile(new URL('program.ts.txt', import.meta.url), join(place, 'program.mts'));
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    await run(join(process.cwd(), 'node_modules/.bin/tsc'), ['-p', place], { cwd: process.cwd() });
    expect(await toldBy(process.execPath, [join(place, 'program.mts')])).toBe(TOLD);
  });

  it.skipIf(!hasPython)('in Python, by openapi-python-client', async () => {
    const place = await placeFor('python');
    const output = join(place, 'setpoint_client');
    await run(python, [
      '-m',
      'openapi_python_client',
      'generate',
      '--path',
      document,
      '--meta',
      'none',
      '--output-path',
      output,
    ]);
    await copyFile(new URL('program.py', import.meta.url), join(place, 'program.py'));
    expect(await toldBy(python, [join(place, 'program.py')])).toBe(TOLD);
  });

  it.skipIf(runtime === undefined)('in Go, by oapi-codegen', async () => {
    const place = await placeFor('go');
    await mkdir(join(place, 'setpoint'));
    const output = join(place, 'setpoint/client.go');
    await run('oapi-codegen', ['-generate', 'types,client', '-package', 'setpoint', '-o', output, document]);
    await copyFile(new URL('program.go', import.meta.url), join(place, 'main.go'));
    await writeFile(join(place, 'go.mod'), `module setpoint.example/clients\n\ngo 1.24.0\n\nrequire ${runtime}\n`);
    const options = { cwd: place, env: GO };
    await run('go', ['build', '-o', 'program', '.'], options);
    expect(await toldBy(join(place, 'program'), [])).toBe(TOLD);
  });

  async function placeFor(language: string): Promise<string> {
    const place = join(folder.path, language);
    await mkdir(place);
    return place;
  }

  async function toldBy(command: string, args: readonly string[]): Promise<string> {
    return (await run(command, [...args, ...program])).stdout.trim();
  }
});

async function grantAllSites(world: World, clientId: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await world.token('fleet:admin')}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ allSites: true, can: 'schedule' });
  await fetch(world.base + PATHS.fleetClientGrants.replace(':clientId', clientId), { method: 'PUT', headers, body });
}

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  noEmit: true,
  typeRoots: [join(process.cwd(), 'node_modules/@types')],
  types: ['node'],
};

// Nothing is fetched: what is not on this machine is not tried.
const GO = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod', GONOSUMDB: '*', GONOSUMCHECK: '1' };

/** The newest runtime of generated clients on this machine, with its version; undefined without the tools. */
async function goRuntime(): Promise<string | undefined> {
  if (!(await runs('oapi-codegen', ['-version'])) || !(await runs('go', ['version']))) return undefined;
  const { stdout } = await run('go', ['env', 'GOMODCACHE']);
  const versions = await readdir(join(stdout.trim(), 'github.com/oapi-codegen')).catch(() => []);
  const runtimes = versions.flatMap((name) => (name.startsWith('runtime@') ? [name.slice('runtime@'.length)] : []));
  const newest = runtimes.toSorted().at(-1);
  return newest === undefined ? undefined : `github.com/oapi-codegen/runtime ${newest}`;
}

/** A compiler says on its standard output what is wrong. */
async function run(command: string, args: readonly string[], options: ExecFileOptions = {}) {
  return execute(command, [...args], { ...options, encoding: 'utf8' }).catch((cause: unknown) => {
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
