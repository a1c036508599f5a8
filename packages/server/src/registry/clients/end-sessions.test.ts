import type { ClientId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { findClientBySecret } from '../../identity/find-client-by-secret.ts';
import { standingOf } from '../../identity/standing-of.ts';
import { STORE_KINDS, storeOfEachTest } from '../../../testing/open-test-store.ts';
import { addClient } from './add-client.ts';
import { addSecret } from './add-secret.ts';
import { changeClient } from './change-client.ts';
import { endSessions } from './end-sessions.ts';

const NOW = Date.UTC(2026, 2, 29, 0, 30);
const CLIENT = '00000000-0000-7000-8000-000000000001' as ClientId;

describe.each(STORE_KINDS)('what was made with the secrets of a client, on %s', (kind) => {
  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    const client = { clientId: CLIENT, clientName: 'desk', scopes: ['sites:read'] as const, secretHash: 'one' };
    await opened.store.write(addClient, { ...client, now: NOW });
  });

  /** The number that a token made with this secret has; undefined when the secret is not good. */
  const numberOf = async (secretHash: string) =>
    (await opened.store.read(findClientBySecret, { clientId: CLIENT, secretHash }))?.generation;
  const isGood = async (generation: number | undefined) =>
    generation !== undefined &&
    (await opened.store.read(standingOf, { clientId: CLIENT, scopes: new Set<never>(), generation })) === 'good';
  const add = (secretHash: string) => opened.store.write(addSecret, { clientId: CLIENT, secretHash, now: NOW });
  const enable = (isEnabled: boolean) => opened.store.write(changeClient, { clientId: CLIENT, isEnabled, now: NOW });

  it('is over for good once the client was disabled; its secrets are good again', async () => {
    await add('two');
    const before = [await numberOf('one'), await numberOf('two')];
    for (const isEnabled of [false, true, false, true]) await enable(isEnabled);
    expect(await Promise.all(before.map(isGood))).toEqual([false, false]);
    const after = [await numberOf('one'), await numberOf('two')];
    expect(await Promise.all(after.map(isGood))).toEqual([true, true]);
    await add('three');
    expect(await Promise.all(after.map(isGood))).toEqual([false, true]);
  });

  it('counts on where secrets come and end at once', async () => {
    const names = ['two', 'three', 'four', 'five', 'six'];
    await Promise.all([
      ...names.map(add),
      ...names.map(() => opened.store.write(endSessions, { clientId: CLIENT, now: NOW })),
    ]);
    const rows = await opened.query('SELECT generation FROM client_secret ORDER BY generation');
    const [older, newer] = rows.map((row) => Number(row['generation']));
    expect([rows.length, await isGood(older), await isGood(newer)]).toEqual([2, true, true]);
    expect(older).toBeLessThan(newer ?? 0);
    await add('last');
    expect([await isGood(older), await isGood(newer)]).toEqual([false, true]);
  });
});
