import { createLocalJWKSet, compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../events/read-events.ts';
import { fleetEventOf } from '../events/sse-text.ts';
import { openSigningKeys } from '../identity/keys/signing-keys.ts';
import { eventFaults } from '../../testing/event-faults.ts';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { readRecords } from '../../testing/read-records.ts';
import { sealAuditLog } from '../../testing/seal-audit-log.ts';
import { noteDeeds } from '../trail/note-deeds.ts';
import { sealLog } from './seal-log.ts';

const BEFORE_ALL = { epoch: 0, tx: 0, n: 0, k: 0 };
const TEN = Date.UTC(2030, 0, 1, 10);
const PLACE = { sequence: 1, hash: 'a', previous: null, keyId: 'seal-1', key: {}, signature: 'a.b.c' };

describe.each(STORE_KINDS)('a seal of the audit log, on %s', (kind) => {
  const opened = storeOfEachTest(kind);

  it('is in the log of events, as the record has it', async () => {
    await sealAuditLog(opened.store, TEN);
    const { records } = await readRecords(opened.store);
    const { sequence, hash, signature, keyId } = { ...records.at(-1)?.after };
    const told = await events();
    expect(told).toMatchObject([{ type: 'audit.sealed', data: { sequence, hash, seal: signature, keyId } }]);
    expect(eventFaults(told)).toEqual([]);
    const keys = await openSigningKeys({ store: opened.store, now: () => TEN });
    const { payload } = await compactVerify(
      String(signature),
      createLocalJWKSet({ keys: [...(await keys.publicKeys()).keys] }),
    );
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({ sequence, hash, previous: null });
  });

  it('names the seal before it', async () => {
    await sealAuditLog(opened.store, TEN);
    await opened.store.write(noteDeeds, { deeds: [{ action: 'a.b', subject: { kind: 'k', id: 'one' } }] });
    // Two days later by the clock of the database, which says when there was a seal.
    await sealAuditLog(opened.store, Date.now() + 2 * 86_400_000);
    const seals = (await readRecords(opened.store)).records.filter(({ action }) => action === 'audit.sealed');
    const [first, second] = seals;
    expect(seals).toHaveLength(2);
    expect(second?.after?.['previous']).toEqual({ sequence: first?.sequence, hash: first?.hash });
  });

  it('is told of by the node alone that wrote it', async () => {
    const seals = [1, 2].map(() => opened.store.write(sealLog, { seal: PLACE, notAfter: 0, now: TEN }));
    await Promise.all(seals);
    expect(await events()).toHaveLength(1);
  });

  async function events() {
    await opened.untilHandedOut();
    return (await opened.store.read(readEvents, { after: BEFORE_ALL, rows: 100 })).events.map(fleetEventOf);
  }
});
