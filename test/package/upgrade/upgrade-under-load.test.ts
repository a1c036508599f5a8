import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { ifThere } from '@setpoint/server/testing/unless';
import { afterAll, expect, it } from 'vitest';
import { upgradeUnderLoad } from '../../proofs/prove-upgrades.ts';
import { releaseBefore } from './release-before.ts';

const temporary = mkdtempSync(join(tmpdir(), 'setpoint-before-'));
afterAll(() => rmSync(temporary, { recursive: true }));
const before = (await releaseBefore(temporary)) ?? '';

it(
  'a node of the release before is replaced under load, and no request fails',
  ifThere(before !== '', 'the history, or the package of the release before'),
  async ({ signal }) => {
    await using database = await createTestDatabase('empty');
    const { faults, restarts, history } = await upgradeUnderLoad({ databaseUrl: database.url, before, signal });
    expect(faults).toEqual([]);
    expect(restarts).toBe(2);
    expect(history.count('accepted')).toBeGreaterThan(20);
  },
);
