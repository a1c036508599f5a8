import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { parseSync } from 'oxc-parser';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { folderOfTests } from '@setpoint/server/testing/test-folder';
import { installPackage } from '../../package/install/install-package.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MOST_BYTES = 7_300;

const temporary = folderOfTests();

const tarball = build('once');
await installPackage(tarball, join(temporary, 'consumer'));
const folder = join(temporary, 'consumer/node_modules/@setpoint/client');
const types = readFileSync(join(folder, 'dist/index.d.ts'), 'utf8');

describe('the client as it is installed', () => {
  it('is one file of less than 7.3 kB that imports nothing, and one with its types', () => {
    const program = readFileSync(join(folder, 'dist/index.js'), 'utf8');
    expect(readdirSync(join(folder, 'dist'))).toEqual(['index.d.ts', 'index.js']);
    for (const [name, text] of Object.entries({ 'index.js': program, 'index.d.ts': types })) {
      const { staticImports, dynamicImports } = parseSync(name, text).module;
      expect([staticImports, dynamicImports]).toEqual([[], []]);
    }
    expect(gzipSync(program, { level: 9 }).length).toBeLessThan(MOST_BYTES);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(manifest).filter((key) => /dependencies|scripts|private/i.test(key))).toEqual([]);
    expect(readdirSync(join(temporary, 'consumer/node_modules/@setpoint'))).toEqual(['client']);
  });

  it('is the same, byte for byte, when it is built again', () => {
    expect(hashOf(build('again'))).toBe(hashOf(tarball));
  });

  it('is published as tools of the registry want it', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('shows its types to every module resolution that knows ES modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
    const problems = result.types === false ? ['no types'] : result.problems;
    // Node 10 and `require` see an ES module, which is what it is.
    const known = problems.filter(
      (problem) => typeof problem === 'string' || !['CJSResolvesToESM', 'NoResolution'].includes(problem.kind),
    );
    expect(known).toEqual([]);
  });

  it.each([
    ['nodenext', 'TypeScript 7', join(ROOT, 'node_modules/typescript')],
    ['bundler', 'TypeScript 7', join(ROOT, 'node_modules/typescript')],
    ['nodenext', 'TypeScript 5', olderTypescript()],
    ['bundler', 'TypeScript 5', olderTypescript()],
  ])('is understood in a strict project with %s and %s, its own types checked too', (resolution, _name, compiler) => {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    compile(compiler, readFileSync(new URL('consumer.ts.txt', import.meta.url), 'utf8'), {
      module,
      moduleResolution: resolution,
    });
  });

  it('has the very types of the contract', () => {
    const names = [...types.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
    const contract = contractTypes();
    const shared = names.filter((name) => contract.has(name));
    expect(shared.length).toBeGreaterThan(60);
    const checks = shared.map((name) => `const ${name}: Same<Contract.${name}, Sdk.${name}> = true;`);
    const text = `import type * as Contract from '@setpoint/contract';
import type * as Sdk from '${join(folder, 'dist/index.js')}';
type Plain<T> = T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Same<One, Other> = Equal<Plain<One>, Plain<Other>>;
${checks.join('\n')}
export { ${shared.join(', ')} };
`;
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
    const place = mkdtempSync(join(ROOT, 'node_modules/.cache/sdk-types-'));
    try {
      writeFileSync(join(place, 'same.ts'), text);
      compileIn(join(ROOT, 'node_modules/typescript'), place, {
        module: 'nodenext',
        skipLibCheck: true,
        types: ['node'],
      });
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});

function build(name: string): string {
  const out = join(temporary, name);
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-client.ts'), out], { cwd: ROOT });
  return join(out, readdirSync(out).find((one) => one.endsWith('.tgz')) ?? '');
}

/** The compiler that came with the checks of published types. */
function olderTypescript(): string {
  const core = createRequire(import.meta.url).resolve('@arethetypeswrong/core/package.json');
  return join(createRequire(core).resolve('typescript/package.json'), '..');
}

function compile(compiler: string, text: string, options: Readonly<Record<string, unknown>>): void {
  const place = mkdtempSync(join(temporary, 'consumer/project-'));
  writeFileSync(join(place, 'consumer.ts'), text);
  copyFileSync(join(ROOT, 'package.json'), join(place, 'package.json'));
  compileIn(compiler, place, { ...options, lib: ['es2022', 'dom'], types: [] });
}

function compileIn(compiler: string, place: string, options: Readonly<Record<string, unknown>>): void {
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
  };
  const compilerOptions = { ...strict, allowImportingTsExtensions: true, ...options };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  try {
    execFileSync(process.execPath, [join(compiler, 'bin/tsc'), '-p', place], { cwd: place, encoding: 'utf8' });
  } catch (cause) {
    throw new Error((cause as { stdout?: string }).stdout ?? '', { cause });
  }
}

function contractTypes(): ReadonlySet<string> {
  const sources = readdirSync(join(ROOT, 'packages/contract/src'), { recursive: true, encoding: 'utf8' });
  const texts = sources
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(ROOT, 'packages/contract/src', path), 'utf8'));
  return new Set([...texts.join('\n').matchAll(/^export (?:type|interface) (\w+)\b/gm)].map(([, name = '']) => name));
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
