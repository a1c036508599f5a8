import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBannedImports, findForeignImports, findPastDoors, findUpwardImports } from './find-wrong-imports.ts';
import { BANS, HOUSES, PACKAGES } from './rooms.ts';

const SERVER = 'packages/server/src';

// Which file imports what, and what is said to it.
const WRONG = [
  [`${SERVER}/platform/a.ts`, '../holds/read-hold.ts', 'which is above it'],
  [`${SERVER}/wire/a.ts`, '../store/store.ts', 'which is above it'],
  [`${SERVER}/store/sqlite/a.ts`, '../../http/read-body.ts', 'which is above it'],
  [`${SERVER}/holds/a.ts`, '../serve.ts', 'which is above it'],
  [`${SERVER}/nowhere/a.ts`, '../serve.ts', 'has no row'],
  [`${SERVER}/holds/b.ts`, '../../testing/open-test-store.ts', 'which is for tests'],
  [`${SERVER}/holds/c.ts`, '../../../../test/support/service/temp-dir.ts', 'which is not of its package'],
  [`${SERVER}/holds/d.ts`, '@setpoint/client', 'which server does not know'],
  [`${SERVER}/store/a.ts`, 'fastify', 'the store knows no transport'],
  [`${SERVER}/serve.ts`, '../seeding/open-seeding.ts', 'for demonstrations alone'],
  ['packages/core/src/time/a.ts', '../plan/resolve-plan.ts', 'which is above it'],
  ['packages/core/src/plan/a.ts', 'node:fs', 'core is pure'],
  ['packages/contract/src/holds/b.ts', '../index.ts', 'which is above it'],
  ['packages/contract/src/holds/c.ts', '@setpoint/core', 'which contract does not know'],
  ['packages/client/src/a.ts', 'node:http', 'the SDK runs anywhere'],
  ['packages/controller/src/plant/a.ts', '@setpoint/core', 'the plant must be able to disagree with core'],
] as const;

const RIGHT = [
  [`${SERVER}/holds/e.ts`, '../platform/create-id-maker.ts'],
  [`${SERVER}/holds/g.ts`, '@setpoint/core'],
  [`${SERVER}/holds/h.ts`, 'fastify'],
  [`${SERVER}/store/sqlite/c.ts`, '../../wire/parse-json.ts'],
  [`${SERVER}/serve.ts`, './holds/read-hold.ts'],
  ['packages/contract/src/document/a.ts', '../holds/schema.ts'],
  ['packages/controller/src/a.ts', '@setpoint/core'],
] as const;

const DOORS = [
  [`${SERVER}/holds/i.test.ts`, 'test/support/service/temp-dir.ts', 'packages import nothing of test/'],
  ['test/journeys/holds/b.test.ts', `${SERVER}/holds/read-hold.ts`, 'tests enter a package by a door'],
  ['bench/main.ts', 'packages/server/testing/open-world.ts', 'tests enter a package by a door'],
] as const;

describe('an import', () => {
  it.each(WRONG)('in %s of %s is refused', (from, to, because) => {
    expect(problemsOf(from, to)).toEqual([expect.stringContaining(because)]);
  });

  it.each(RIGHT)('in %s of %s is not', (from, to) => {
    expect(problemsOf(from, to)).toEqual([]);
  });

  it.each(DOORS)('in %s of %s goes past a door', (from, to, because) => {
    expect(findPastDoors([{ from, to }])).toEqual([expect.stringContaining(because)]);
  });

  it('by a door is right', () => {
    const byDoors = [
      { from: 'test/journeys/holds/a.test.ts', to: '@setpoint/server/testing/open-world' },
      { from: `${SERVER}/holds/h.test.ts`, to: 'packages/server/testing/open-test-store.ts' },
    ];
    expect(findPastDoors(byDoors)).toEqual([]);
  });
});

/** What all rules together say to one import. */
function problemsOf(from: string, specifier: string): string[] {
  const one = [{ from, to: specifier.startsWith('.') ? join(dirname(from), specifier) : specifier }];
  const isIn = (folder: string) => from.startsWith(`${folder}/`);
  return [
    ...HOUSES.filter(({ folder }) => isIn(folder)).flatMap((house) => findUpwardImports(house, one)),
    ...PACKAGES.filter(({ name }) => isIn(`packages/${name}`)).flatMap((owner) => findForeignImports(owner, one)),
    ...BANS.flatMap((ban) => findBannedImports(ban, one)),
  ];
}
