import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { ALLOWED_LICENCES } from '../../../scripts/licence-problems.ts';
import { installPackage } from './install-package.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';
const MEGABYTE = 1_000_000;

const temporary = folderOfTests();

const program = await installPackage(TARBALL, join(temporary, 'installed'));
const folder = join(dirname(program), '..');
const files = filesOf(folder);
const manifest = readManifest(folder);

describe('the package', () => {
  it('is all that is installed: it needs no other, and runs nothing at installation', () => {
    expect(readdirSync(join(temporary, 'installed/node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'setpoint',
    ]);
    expect(Object.keys(manifest).filter((key) => /dependencies|scripts|private/i.test(key))).toEqual([]);
  });

  it('is published as tools of the registry want it', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it('holds the program, the console and the reference, and nothing that nobody runs', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'THIRD-PARTY-NOTICES',
        'bin/setpoint.js',
        'dist/docs.json.br',
        'dist/node/main.js',
        'dist/node/operations-thread.js',
        'dist/node/writer-thread.js',
        'dist/node/writes.js',
        'dist/reference.js.br',
        'package.json',
        'sbom.cdx.json',
        'vex.cdx.json',
      ]),
    );
    // It lies compressed once that is worth it.
    expect(files).toContainEqual(expect.stringMatching(/^dist\/console\/index\.html(?:\.br)?$/));
    const other = files.filter((name) => !/^(dist\/(node\/[\w-]+\.js$|console\/)|[A-Z-]+(\.md)?$)/.test(name));
    const lists = ['sbom.cdx.json', 'vex.cdx.json'];
    const named = ['bin/setpoint.js', 'dist/docs.json.br', 'dist/reference.js.br', 'package.json', ...lists];
    expect(other).toEqual(named);
  });

  it('says what it is made of: every package with its licence, for people and for tools', () => {
    const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Sbom;
    const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES'), 'utf8').split('\n');
    for (const { name, version, licenses } of components) {
      const [licence = ''] = licenses.map((one) => one.license?.id ?? one.expression);
      expect(ALLOWED_LICENCES).toContain(licence);
      expect(notices).toContain(`${name} ${version} (${licence})`);
    }
    const names = components.map(({ name }) => name);
    for (const path of ['server', 'cli', 'controller', 'conformance', 'console']) {
      const { dependencies = {} } = readManifest(join(ROOT, 'packages', path)) as { dependencies?: object };
      const others = Object.keys(dependencies).filter((name) => !name.startsWith('@setpoint/'));
      expect(names).toEqual(expect.arrayContaining(others));
    }
    expect(names.filter((name) => /vitest|playwright|typescript|oxlint/.test(name))).toEqual([]);
  });

  it('has a list of what it is made of that keeps to CycloneDX 1.6', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const check = ajv.compile(schemaOf('bom-1.6'));
    const sbom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Sbom;
    expect([check(sbom), check.errors]).toEqual([true, null]);
    const [first] = sbom.components;
    expect(check({ ...sbom, components: [{ ...first, licenses: [{ license: { id: 'MIT-like' } }] }] })).toBe(false);
    const refs = [sbom.metadata.component, ...sbom.components].map((part) => part['bom-ref']);
    expect(new Set(sbom.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]))).toEqual(new Set(refs));
    expect(new Set(refs).size).toBe(refs.length);
  });

  it('is at most 3 MB to fetch and 12 MB on disk', () => {
    const installedBytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(statSync(TARBALL).size).toBeLessThan(3 * MEGABYTE);
    expect(installedBytes).toBeLessThan(12 * MEGABYTE);
  });

  it('has no character in its program that would make V8 keep two bytes for each', () => {
    const code = files.filter((name) => name.startsWith('dist/node/'));
    const wide = code.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 0x7f));
    expect([code.length > 5, wide]).toEqual([true, []]);
  });

  it('has the version of everything in it', () => {
    const workspaces = (readManifest(ROOT) as { workspaces: string[] }).workspaces;
    const versions = ['.', ...workspaces].map((path) => readManifest(join(ROOT, path))['version']);
    expect(new Set([...versions, manifest['version']])).toEqual(new Set([manifest['version']]));
  });

  it('is the same, byte for byte, when it is built again', () => {
    const again = join(temporary, 'again');
    run(process.execPath, [join(ROOT, 'scripts/build-package.ts'), again]);
    const [name = ''] = readdirSync(again).filter((one) => one.endsWith('.tgz'));
    expect(hashOf(join(again, name))).toBe(hashOf(TARBALL));
    const page = join(temporary, 'console');
    run('npx', ['vite', 'build', 'packages/console', '--outDir', page, '--emptyOutDir', '--logLevel', 'warn']);
    expect(filesOf(page).map((one) => [one, hashOf(join(page, one))])).toEqual(
      filesOf(join(folder, 'dist/console')).map((one) => [one, hashOf(join(folder, 'dist/console', one))]),
    );
  });
});

interface Sbom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
  }[];
}

// The official ones.
function schemaOf(name: string): object {
  const library = fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'));
  return JSON.parse(readFileSync(join(dirname(library), `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
}

function readManifest(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, unknown>;
}

function filesOf(path: string): string[] {
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1)).sort();
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } });
}
