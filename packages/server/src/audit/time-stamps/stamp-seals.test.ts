import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUntil } from '../../../testing/look-until.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../../../testing/open-test-store.ts';
import { readRecords } from '../../../testing/read-records.ts';
import { sealAuditLog } from '../../../testing/seal-audit-log.ts';
import {
  hasOpenssl,
  startTimeStampAuthority,
  type TestAuthority,
} from '../../../testing/start-time-stamp-authority.ts';
import { ifThere } from '../../../testing/unless.ts';
import { forgetRecords } from '../../trail/forget-records.ts';
import { certificatesIn } from './certificates-in.ts';
import { forgetOldTimeStamps } from './forget-time-stamps.ts';
import { readTimeStamps } from './read-time-stamps.ts';
import { readUnstamped } from './read-unstamped.ts';
import { stampSeals } from './stamp-seals.ts';
import { STAMPED_WITHIN_MS, verifyTimeStamp } from './verify-time-stamp.ts';

describe.each(STORE_KINDS)('a seal of the audit log, on %s', ifThere(hasOpenssl(), 'openssl'), (kind) => {
  let opened: TestStore;
  let authority: TestAuthority;
  beforeEach(async () => {
    [opened, authority] = await Promise.all([openTestStore(kind), startTimeStampAuthority()]);
    await sealAuditLog(opened.store, Date.now());
  });
  afterEach(async () => {
    await Promise.all([opened.close(), authority[Symbol.asyncDispose]()]);
  });

  const failures: unknown[] = [];
  function stamping() {
    const lookUp = () => Promise.reject(new Error('nothing is looked up'));
    return stampSeals({
      store: opened.store,
      authority: { url: authority.url, authorities: certificatesIn(authority.root), lookUp },
      now: () => Date.now(),
      isChosen: () => Promise.resolve(true),
      onFailure: (cause) => failures.push(cause),
    });
  }

  async function sealed() {
    const { records } = await readRecords(opened.store);
    return records.findLast(({ action }) => action === 'audit.sealed');
  }

  async function stamps() {
    return opened.store.read(readTimeStamps, { sequences: [(await sealed())?.sequence ?? 0] });
  }

  it('is stamped once, after an authority that failed was asked again', async () => {
    authority.answerWith((_query, response) => void response.writeHead(500).end());
    const failing = stamping();
    await lookUntil(
      async () => failures.length,
      (count) => count > 0,
    );
    expect(await stamps()).toEqual([]);
    expect(await opened.store.read(readUnstamped, { now: Date.now() })).toHaveLength(1);
    await failing.stop();
    authority.answerWith(async (query, response) => {
      response.setHeader('Content-Type', 'application/timestamp-reply').end(await authority.stamp(query));
    });
    // As after a start: what an authority owes is asked for anew.
    const before = authority.asked();
    const working = stamping();
    await lookUntil(stamps, (given) => given.length > 0);
    const seal = await sealed();
    const [{ token, authority: by } = { token: '', authority: '' }] = await stamps();
    expect(by).toBe('Test time');
    const terms = { text: String(seal?.after?.['signature']), since: Date.parse(seal?.at ?? '') };
    expect(verifyTimeStamp(Buffer.from(token, 'base64'), terms)).toMatchObject({ by });
    working.wake();
    await working.stop();
    expect(authority.asked() - before).toBe(1);
    expect(await opened.store.read(readUnstamped, { now: Date.now() })).toEqual([]);
  });

  it('is not stamped when it is a week old, and loses its time stamp with its record', async () => {
    expect(await opened.store.read(readUnstamped, { now: Date.now() + STAMPED_WITHIN_MS + 60_000 })).toEqual([]);
    const working = stamping();
    await lookUntil(stamps, (given) => given.length > 0);
    await working.stop();
    const forget = forgetOldTimeStamps(opened.store);
    expect(await forget()).toBe(false);
    const { sequence = 0 } = (await sealed()) ?? {};
    await opened.store.write(forgetRecords, { before: Date.now() + 60_000 });
    expect(await forget()).toBe(true);
    expect(await opened.store.read(readTimeStamps, { sequences: [sequence] })).toEqual([]);
  });

  it('does not keep a node from stopping whose authority never answers', async () => {
    authority.answerWith(() => undefined);
    failures.length = 0;
    const working = stamping();
    await lookUntil(
      async () => authority.asked(),
      (count) => count > 0,
    );
    await working.stop();
    expect(failures).toEqual([]);
  });
});
