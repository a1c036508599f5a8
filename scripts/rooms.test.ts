import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForeignImports, findUpwardImports } from './find-upward-imports.ts';
import { HOUSES, PACKAGES } from './rooms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER = 'packages/server/src';

// Which file imports what, and what the linter says to it.
const WRONG = [
  [`${SERVER}/platform/a.ts`, '../holds/read-hold.ts', 'platform imports what is below it'],
  [`${SERVER}/wire/a.ts`, '../store/store.ts', 'wire imports what is below it'],
  [`${SERVER}/store/sqlite/a.ts`, '../../http/read-body.ts', 'store imports what is below it'],
  [`${SERVER}/store/sqlite/b.ts`, '../../writes.ts', 'store imports what is below it'],
  [`${SERVER}/sites/a.ts`, '../holds/read-hold.ts', 'sites imports what is below it'],
  [`${SERVER}/holds/a.ts`, '../serve.ts', 'holds imports what is below it'],
  [`${SERVER}/holds/b.ts`, '../../testing/open-test-store.ts', 'the product imports nothing of its tests'],
  [`${SERVER}/holds/c.ts`, '../../../../test/support/service/temp-dir.ts', 'the product imports nothing of its tests'],
  [`${SERVER}/holds/d.ts`, '@setpoint/client', 'server imports contract, core and no other package'],
  [`${SERVER}/store/a.ts`, 'fastify', 'the store knows no transport'],
  ['packages/core/src/time/a.ts', '../plan/resolve-plan.ts', 'time imports what is below it'],
  ['packages/core/src/plan/a.ts', 'node:fs', 'core is pure'],
  ['packages/core/src/plan/b.ts', '@setpoint/client', 'core imports contract and no other package'],
  ['packages/contract/src/holds/a.ts', '../document/build-openapi.ts', 'holds imports what is below it'],
  ['packages/contract/src/schema/a.ts', '../document/build-openapi.ts', 'schema imports what is below it'],
  ['packages/contract/src/holds/b.ts', '../index.ts', 'holds imports what is below it'],
  ['packages/contract/src/sites/a.ts', '../holds/schema.ts', 'sites imports what is below it'],
  ['packages/contract/src/holds/c.ts', '@setpoint/core', 'contract imports no other package'],
  ['packages/client/src/http/a.ts', '../holds/hold-calls.ts', 'http imports what is below it'],
  ['packages/client/src/a.ts', 'node:http', 'the SDK runs anywhere'],
  ['packages/client/src/b.ts', '@setpoint/core', 'client imports contract and no other package'],
  ['packages/console/src/fleet/a.ts', '@setpoint/server', 'console imports contract, client and no other package'],
  [`${SERVER}/holds/i.test.ts`, '../../../../test/support/service/temp-dir.ts', 'packages import nothing of test/'],
  [
    'test/journeys/holds/b.test.ts',
    '../../../packages/server/src/holds/read-hold.ts',
    'tests enter a package by a door',
  ],
  ['packages/controller/src/plant/a.ts', '@setpoint/core', 'the plant must be able to disagree with core'],
] as const;

const RIGHT = [
  [`${SERVER}/holds/e.ts`, '../platform/create-id-maker.ts'],
  [`${SERVER}/holds/f.ts`, '../sites/read-site.ts'],
  [`${SERVER}/holds/g.ts`, '@setpoint/core'],
  [`${SERVER}/holds/h.test.ts`, '../../testing/open-test-store.ts'],
  [`${SERVER}/store/sqlite/c.ts`, '../../wire/parse-json.ts'],
  [`${SERVER}/store/sqlite/d.ts`, '../store.ts'],
  ['packages/server/testing/a.ts', '../src/holds/read-hold.ts'],
  ['test/journeys/holds/a.test.ts', '@setpoint/server/testing/open-world'],
  [`${SERVER}/serve.ts`, './holds/read-hold.ts'],
  ['packages/core/src/plan/c.ts', '../time/sweep.ts'],
  ['packages/contract/src/document/a.ts', '../holds/schema.ts'],
  ['packages/contract/src/holds/d.ts', '../sites/schema.ts'],
  ['packages/controller/src/a.ts', '@setpoint/core'],
] as const;

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly help: string;
}

describe('an import', () => {
  let folder: string;
  let found: readonly Finding[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-rooms-'));
    for (const file of ['.oxlintrc.json', '.oxlintrc.rooms.json']) cpSync(join(ROOT, file), join(folder, file));
    for (const [file, specifier] of [...WRONG, ...RIGHT]) plant(file, `export type { X } from '${specifier}';\n`);
    // Each for the type of the other: at run time neither imports anything.
    plant(`${SERVER}/sites/one.ts`, "import type { Two } from './two.ts';\nexport type One = Two | 1;\n");
    plant(`${SERVER}/sites/two.ts`, "import type { One } from './one.ts';\nexport type Two = One | 2;\n");
    found = lint();
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(WRONG)('in %s of %s is refused', (file, _specifier, because) => {
    expect(found.filter(({ filename }) => filename === file)).toMatchObject([
      { code: 'eslint(no-restricted-imports)', help: expect.stringContaining(because) },
    ]);
  });

  it.each(RIGHT)('in %s of %s is not', (file) => {
    expect(found.filter(({ filename }) => filename === file)).toEqual([]);
  });

  it('in a circle is refused though it is of types alone', () => {
    const circles = found.filter(({ code }) => code === 'import(no-cycle)');
    expect(circles.map(({ filename }) => filename).toSorted()).toEqual([
      `${SERVER}/sites/one.ts`,
      `${SERVER}/sites/two.ts`,
    ]);
  });

  it('of what is above is found by the script that draws the rooms, too', () => {
    const upward = WRONG.filter(([, , because]) => because.endsWith('imports what is below it'));
    const imports = upward.map(([from, to]) => ({ from, to: join(dirname(from), to) }));
    expect(HOUSES.flatMap((house) => findUpwardImports(house, imports.filter(isIn(house.folder))))).toHaveLength(
      upward.length,
    );
    const foreign = WRONG.filter(([, , because]) => because.endsWith('no other package'));
    const byPackage = (name: string) => foreign.map(([from, to]) => ({ from, to })).filter(isIn(`packages/${name}`));
    expect(PACKAGES.flatMap((one) => findForeignImports(one, byPackage(one.name)))).toHaveLength(foreign.length);
  });

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  function lint(): readonly Finding[] {
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['-f', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return (JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] }).diagnostics;
  }
});

function isIn(folder: string) {
  return ({ from }: { readonly from: string }) => from.startsWith(`${folder}/`);
}
