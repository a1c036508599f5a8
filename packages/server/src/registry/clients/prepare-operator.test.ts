import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { findClientBySecret } from '../../identity/find-client-by-secret.ts';
import { hashSecret } from '../../identity/make-secret.ts';
import { STORE_KINDS, storeOfEachTest } from '../../../testing/open-test-store.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { addSecret } from './add-secret.ts';
import { changeClient } from './change-client.ts';
import { type OperatorFile, readOperatorFile } from './operator-file.ts';
import { prepareOperator } from './prepare-operator.ts';
import { removeClient } from './remove-client.ts';

const NOW = Date.UTC(2026, 2, 29, 0, 30);

describe.each(STORE_KINDS)("the operator's file, at a start on %s", (kind) => {
  let dataDir: string;
  let warnings: string[];

  const its = storeOfEachTest(kind);
  beforeEach(async () => {
    dataDir = testFolder();
    warnings = [];
    await start();
  });

  const start = (more: Pick<Parameters<typeof prepareOperator>[0], 'operator'> = {}) =>
    prepareOperator({
      store: its.store,
      dataDir,
      url: 'http://x',
      now: () => NOW,
      warn: (text) => warnings.push(text),
      ...more,
    });
  const file = (): OperatorFile => {
    const read = readOperatorFile(dataDir);
    if (read === undefined) throw new Error('there is no file');
    return read;
  };
  const isGood = async (clientId: ClientId, secret: string) =>
    (await its.store.read(findClientBySecret, { clientId, secretHash: hashSecret(secret) })) !== undefined;

  it('is mended when its secret was replaced elsewhere, and nobody else loses one', async () => {
    const { clientId, clientSecret } = file();
    for (const secret of ['second', 'third']) {
      await its.store.write(addSecret, { clientId, secretHash: hashSecret(secret), now: NOW });
    }
    expect(await isGood(clientId, clientSecret)).toBe(false);
    await start();
    const mended = file();
    const good = [mended.clientSecret, 'second', 'third'].map((secret) => isGood(clientId, secret));
    expect([mended.clientId, await Promise.all(good)]).toEqual([clientId, [true, true, true]]);
    expect(statSync(join(dataDir, 'operator.json')).mode & 0o777).toBe(0o600);
    await start();
    expect([file(), warnings]).toEqual([mended, []]);
  });

  it('is not written for an operator that the environment names, whose secret is good on every node', async () => {
    const clientId = '0a000000-0000-4000-8000-00000000000a' as ClientId;
    const startWith = (clientSecret: string) => start({ operator: { clientId, clientSecret } });
    const before = file();
    const all = await Promise.all(['first', 'first', 'first'].map(startWith));
    expect(all.filter(({ isFirstStart }) => isFirstStart)).toHaveLength(1);
    expect([file(), await isGood(clientId, 'first')]).toEqual([before, true]);
    // While nodes are replaced one by one, some still have the former secret; the one before it ends.
    for (const secret of ['second', 'first', 'third']) await startWith(secret);
    const good = await Promise.all(['first', 'second', 'third'].map((secret) => isGood(clientId, secret)));
    expect([good, warnings]).toEqual([[false, true, true], []]);
    await its.store.write(changeClient, { clientId, isEnabled: false, now: NOW });
    await startWith('fourth');
    expect([await isGood(clientId, 'fourth'), warnings]).toEqual([false, [expect.stringContaining('is disabled')]]);
  });

  it.each([
    ['is disabled', (clientId: ClientId) => its.store.write(changeClient, { clientId, isEnabled: false, now: NOW })],
    ['is not in this store', (clientId: ClientId) => its.store.write(removeClient, { clientId })],
  ])('gives nobody a way in whose client %s, and says what to do', async (state, lockOut) => {
    const before = file();
    await its.store.write(addSecret, { clientId: before.clientId, secretHash: 'one', now: NOW });
    await lockOut(before.clientId);
    // So that there is somebody in the store, and no first start.
    await its.query(
      `INSERT INTO client (client_id, client_name, scopes, is_enabled, created_at) VALUES ('x', 'x', '', 1, 0)`,
    );
    await start();
    expect([file(), warnings]).toEqual([before, [expect.stringContaining(`${state}: stop the service and run`)]]);
  });
});
