import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOpenapi, OPERATIONS } from '@setpoint/contract';
import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { worldOfTests } from '@setpoint/server/testing/open-world';
import { folderOfTests } from '@setpoint/server/testing/test-folder';
import { findGenerators, mayFetch, run } from './find-generators.ts';

// Milliseconds need more than 32 bits.
const SEQUENCE = Date.now();
const TOLD = 'true 1 100 1 valid 1 invalid 400 bad_request 2 4';
const WALKED = 'true 1 100 400 4';

const { python, go, generator } = await findGenerators();

describe('a client generated from the OpenAPI document compiles, gets its token, lists, reads, sets, plans and asks a pool', async () => {
  const world = await worldOfTests();
  const openapi = buildOpenapi(OPERATIONS, world.base);
  const folder = folderOfTests({ 'openapi.json': JSON.stringify(openapi) });
  const document = join(folder, 'openapi.json');
  const siteId = await world.site();
  const { clientId, clientSecret } = await world.client({ allSites: true, can: 'schedule' });
  const program = [world.base, clientId, clientSecret, siteId, await world.pool([siteId])];
  let asked = 0;

  it('in TypeScript, by openapi-typescript', async () => {
    const place = await placeFor('typescript');
    const types = await openapiTypescript(openapi as unknown as OpenAPI3);
    await writeFile(join(place, 'schema.ts'), types);
    await copyFile(new URL('program.ts.txt', import.meta.url), join(place, 'program.mts'));
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    await run(join(process.cwd(), 'node_modules/.bin/tsc'), ['-p', place], { cwd: process.cwd() });
    expect(await toldBy(process.execPath, [join(place, 'program.mts')])).toBe(TOLD);
  });

  it('in Python, by openapi-python-client', ifThere(python !== undefined, 'openapi-python-client'), async () => {
    if (python === undefined) return;
    const place = await placeFor('python');
    const output = join(place, 'setpoint_client');
    const generating = ['generate', '--path', document, '--meta', 'none', '--output-path', output];
    await run(python, ['-m', 'openapi_python_client', ...generating]);
    await copyFile(new URL('program.py', import.meta.url), join(place, 'program.py'));
    expect(await toldBy(python, [join(place, 'program.py')])).toBe(TOLD);
  });

  it('in Go, by oapi-codegen', ifThere(go !== undefined, 'oapi-codegen'), async () => {
    if (go === undefined) return;
    const place = await placeFor('go');
    await mkdir(join(place, 'setpoint'));
    const output = join(place, 'setpoint/client.go');
    await run(go.oapiCodegen, ['-generate', 'types,client', '-package', 'setpoint', '-o', output, document]);
    await copyFile(new URL('program.go', import.meta.url), join(place, 'main.go'));
    await writeFile(join(place, 'go.mod'), 'module setpoint.example/clients\n\ngo 1.24.0\n');
    await go.resolve(place);
    await run('go', ['build', '-o', 'program', '.'], { cwd: place, env: go.environment });
    expect(await toldBy(join(place, 'program'), [])).toBe(TOLD);
  });

  it('in Java, by openapi-generator', ifThere(generator !== undefined, 'openapi-generator'), async () => {
    const place = await placeFor('java');
    const packages = 'invokerPackage=setpoint,apiPackage=setpoint.api,modelPackage=setpoint.model';
    await generate('java', place, ['--additional-properties', packages]);
    const own = join(place, 'target/classes');
    const all = [own, await classpathOf(place)].join(delimiter);
    const source = fileURLToPath(new URL('Program.java', import.meta.url));
    await run('javac', ['-cp', all, '-d', own, source]);
    expect(await toldBy('java', ['-cp', all, 'Program'])).toBe(TOLD);
  });

  it('in Kotlin, by openapi-generator', ifThere(generator !== undefined, 'openapi-generator'), async () => {
    const place = await placeFor('kotlin');
    // Its own adapter for decimals writes numbers as texts.
    const types = ['--type-mappings', 'number=kotlin.Double'];
    await generate('kotlin', place, ['--additional-properties', 'packageName=setpoint', ...types]);
    await copyFile(new URL('Walk.kt', import.meta.url), join(place, 'src/main/kotlin/Walk.kt'));
    await copyFile(new URL('pom.xml', import.meta.url), join(place, 'pom.xml'));
    const all = [join(place, 'target/classes'), await classpathOf(place)].join(delimiter);
    expect(await toldBy('java', ['-cp', all, 'WalkKt'])).toBe(WALKED);
  });

  it('in TypeScript, by openapi-generator', ifThere(generator !== undefined, 'openapi-generator'), async () => {
    const place = await placeFor('typescript-fetch');
    await generate('typescript-fetch', join(place, 'client'));
    await bundle(place, 'walk-fetch.ts.txt');
    expect(await toldBy(process.execPath, [join(place, 'program.mjs')])).toBe(WALKED);
  });

  it('in TypeScript, by @hey-api/openapi-ts', ifThere(mayFetch, '@hey-api/openapi-ts'), async () => {
    const place = await placeFor('hey-api');
    const tool = ['--package', '@hey-api/openapi-ts@0.99.0', '--package', 'typescript@5'];
    const generating = ['openapi-ts', '-i', document, '-o', join(place, 'client')];
    await run('npm', ['exec', '--yes', ...tool, '--', ...generating], { cwd: place });
    await bundle(place, 'walk-hey.ts.txt');
    expect(await toldBy(process.execPath, [join(place, 'program.mjs')])).toBe(WALKED);
  });

  it('in Python, by openapi-generator', ifThere(generator !== undefined, 'openapi-generator'), async () => {
    if (python === undefined) return;
    const place = await placeFor('python-generator');
    await generate('python', place);
    await run(python, ['-m', 'pip', 'install', '-q', '-r', join(place, 'requirements.txt')]);
    await copyFile(new URL('walk.py', import.meta.url), join(place, 'walk.py'));
    expect(await toldBy(python, [join(place, 'walk.py')])).toBe(WALKED);
  });

  it('in Go, by openapi-generator', ifThere(generator !== undefined, 'openapi-generator'), async () => {
    if (go === undefined) return;
    const place = await placeFor('go-generator');
    const client = join(place, 'setpoint');
    await generate('go', client, ['--additional-properties', 'packageName=setpoint']);
    await Promise.all(['go.mod', 'go.sum'].map((name) => rm(join(client, name), { force: true })));
    await copyFile(new URL('walk.go', import.meta.url), join(place, 'main.go'));
    await writeFile(join(place, 'go.mod'), 'module setpoint.example/clients\n\ngo 1.24.0\n');
    await go.resolve(place);
    await run('go', ['build', '-o', 'program', '.'], { cwd: place, env: go.environment });
    expect(await toldBy(join(place, 'program'), [])).toBe(WALKED);
  });

  it('in Rust, by openapi-generator', ifThere(generator !== undefined, 'openapi-generator'), async () => {
    const place = await placeFor('rust');
    // Of its own type for times, the generator writes a text that RFC 3339 does not know.
    await generate('rust', place, ['--type-mappings', 'DateTime=String']);
    await copyFile(new URL('walk.rs', import.meta.url), join(place, 'src/main.rs'));
    await run('cargo', ['add', '-q', 'tokio@1', '--features', 'macros,rt-multi-thread'], { cwd: place });
    await run('cargo', ['build', '-q'], { cwd: place });
    const until = new Date(Date.now() + 60_000).toISOString();
    expect(await toldBy(join(place, 'target/debug/openapi'), [], [until])).toBe(WALKED);
  });

  async function generate(language: string, output: string, more: readonly string[] = []): Promise<void> {
    const parts = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
    const args = ['-g', language, '-i', document, '-o', output, '--global-property', parts, ...more];
    await run('java', ['-jar', generator ?? '', 'generate', ...args]);
  }

  /** Compiles with Maven; the classpath of what that took. */
  async function classpathOf(place: string): Promise<string> {
    const classpath = join(place, 'classpath.txt');
    const goals = ['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${classpath}`];
    await run('mvn', ['-q', ...goals], { cwd: place });
    return await readFile(classpath, 'utf8');
  }

  /** Compiles a program over a client of many files, and packs both into one. */
  async function bundle(place: string, walk: string): Promise<void> {
    await copyFile(new URL(walk, import.meta.url), join(place, 'program.ts'));
    const options = { ...bundled, typeRoots, types: ['node'] };
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }));
    const bin = join(process.cwd(), 'node_modules/.bin');
    await run(join(bin, 'tsc'), ['-p', place]);
    await run(join(bin, 'rolldown'), [join(place, 'program.ts'), '--file', join(place, 'program.mjs')], { cwd: place });
  }

  async function placeFor(language: string): Promise<string> {
    const place = join(folder, language);
    await mkdir(place);
    return place;
  }

  async function toldBy(command: string, args: readonly string[], more: readonly string[] = []): Promise<string> {
    asked += 1;
    const sequence = String(SEQUENCE + asked);
    const told = (await run(command, [...args, ...program, sequence, ...more])).stdout.trim();
    expect(told.endsWith(` ${sequence}`)).toBe(true);
    return told.slice(0, -sequence.length - 1);
  }
});

const typeRoots = [join(process.cwd(), 'node_modules/@types')];
const bundled = { target: 'es2024', module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true };

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
  typeRoots,
  types: ['node'],
};
