import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeInventory } from './write-inventory.ts';

const REFERENCE = '@scalar/fastify-api-reference';
const MADE_OF = ['packages/cli/src/main.ts', '\0rolldown/runtime.js', 'node_modules/free/index.js'];

let root: string;
let folder: string;

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'setpoint-inventory-'))}/`;
  folder = join(root, 'out');
  write('out/package.json', JSON.stringify({ name: 'setpoint', version: '1.2.3', license: 'Apache-2.0' }));
  const statement = { id: 'CVE-2030-1234', product: 'pkg:npm/free@1.0.0', status: 'affected', impact: 'Wait.' };
  write('vex.json', JSON.stringify({ updatedAt: '2030-01-01T00:00:00Z', statements: [statement] }));
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/free': { integrity: 'sha512-AQI=' } } }));
  write('reference.js.br', brotliCompressSync('a();/*! inner | MIT */b();/* nothing */c();/*! inner | MIT */'));
  writePackage('node_modules/rolldown', { name: 'rolldown', license: 'MIT' });
  writePackage(`node_modules/${REFERENCE}`, { name: REFERENCE, license: 'MIT' }, 'By Scalar.');
  writePackage('node_modules/free', { name: 'free', license: '(MIT OR GPL-3.0)' }, 'Pass this on.');
});
afterEach(() => rmSync(root, { recursive: true }));

it('names every package whose files are in it, with what its authors want passed on', async () => {
  await inventory(MADE_OF);
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES'), 'utf8');
  expect(notices).toMatch(/^free 1\.0\.0 \(\(MIT OR GPL-3\.0\)\)\n\nPass this on\.$/m);
  expect(notices).toMatch(/^rolldown 1\.0\.0 \(MIT\)$/m);
  expect(notices.split('/*! inner | MIT */')).toHaveLength(2);
  const list = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Sbom;
  expect(list.metadata.component).toMatchObject({ name: 'setpoint', purl: 'pkg:npm/setpoint@1.2.3' });
  expect(list.components.map(({ purl }) => purl)).toEqual([
    `pkg:npm/%40scalar/fastify-api-reference@1.0.0`,
    'pkg:npm/free@1.0.0',
    'pkg:npm/rolldown@1.0.0',
  ]);
  expect(list.components[1]).toMatchObject({
    licenses: [{ expression: '(MIT OR GPL-3.0)' }],
    hashes: [{ alg: 'SHA-512', content: '0102' }],
  });
  const vex = JSON.parse(readFileSync(join(folder, 'vex.cdx.json'), 'utf8')) as unknown;
  expect(vex).toMatchObject({
    metadata: { component: { purl: 'pkg:npm/setpoint@1.2.3' } },
    vulnerabilities: [{ id: 'CVE-2030-1234', affects: [{ ref: 'pkg:npm/free@1.0.0' }] }],
  });
});

it.each([
  ['GPL-3.0', 'has the licence GPL-3.0'],
  ['MIT AND GPL-3.0', 'has the licence MIT AND GPL-3.0'],
  [undefined, 'says no licence'],
])('a package with the licence %s ends the build', async (license, problem) => {
  writePackage('node_modules/free/node_modules/@them/other', { name: '@them/other', license });
  const planted = 'node_modules/free/node_modules/@them/other/lib/index.js';
  await expect(inventory([...MADE_OF, planted])).rejects.toThrow(`@them/other 1.0.0 ${problem}`);
});

interface Sbom {
  readonly metadata: { readonly component: unknown };
  readonly components: readonly { readonly purl: string }[];
}

async function inventory(modules: readonly string[]): Promise<void> {
  // As bundlers say it: some with their whole path.
  const said = modules.map((path, index) => (index === 0 ? join(root, path) : path));
  await writeInventory(folder, { root, modules: said, reference: join(root, 'reference.js.br') });
}

function writePackage(path: string, manifest: Readonly<Record<string, unknown>>, licence?: string): void {
  write(join(path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  if (licence !== undefined) write(join(path, 'LICENSE'), `${licence}\n`);
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
