import { expect, it } from 'vitest';
import type { Command } from '../../model/is-schedule-request.ts';
import { checkHistory, hashOf } from '../../proofs/check-history.ts';
import { History, type Post } from '../../proofs/history.ts';
import type { LoggedBatch, LoggedSite } from '../../proofs/read-batch-log.ts';

const SITE = 'site';

it('finds no fault where all fits', () => {
  expect(checkHistory([logOf(1, 2)], historyOf(post(1), post(2)))).toEqual([]);
});

it('takes a request without an answer for applied or not', () => {
  expect(checkHistory([logOf(1, 2)], historyOf(post(1), post(2, { outcome: { kind: 'open' } })))).toEqual([]);
  expect(checkHistory([logOf(1)], historyOf(post(1), post(2, { outcome: { kind: 'open' } })))).toEqual([]);
});

it.each<[string, LoggedSite, readonly Post[]]>([
  ['is lost or altered', logOf(1), [post(1), post(2)]],
  ['is gone', { ...logOf(1), siteId: 'another' }, [post(1)]],
  ['nobody', logOf(1, 2), [post(1)]],
  ['nobody', logOf(1, 2), [post(1), post(2, { outcome: { kind: 'not-applied' } })]],
  ['something other than was asked', logOf(1), [post(1, { commands: [setting(7)] })]],
  ['is lost or altered', logOf(1, 2), [post(1), post(2, { outcome: accepted(2, 3) })]],
  ['2 was expected', { ...logOf(1, 2), batches: [batch(1), batch(3)] }, [post(1)]],
  ['stands at version 1', { ...logOf(1, 2), version: 1 }, [post(1), post(2)]],
  ['state hash', { ...logOf(1), batches: [{ ...batch(1), stateHash: '' }] }, [post(1)]],
  ['not what the log adds up to', { ...logOf(1), set: [setting(7)] }, [post(1)]],
  ['before an earlier version', logOf(1, 2), [post(1, { sentAt: 30, answeredAt: 31 }), post(2)]],
  ['rejected that fits', logOf(1), [post(1), post(2, { outcome: { kind: 'rejected' } })]],
])('finds what %s', (fault, log, posts) => {
  expect(checkHistory([log], historyOf(...posts)).join('\n')).toContain(fault);
});

it('finds a read that shows too little, and one that shows something else', () => {
  const history = historyOf(post(1), post(2));
  history.reads.push({ siteId: SITE, schedules: [setting(1)], version: 1, sentAt: 90, answeredAt: 91 });
  expect(checkHistory([logOf(1, 2)], history).join('\n')).toContain('showed version 1; 2 to 2');
  history.reads.splice(0, 1, { siteId: SITE, schedules: [setting(1)], version: 2, sentAt: 90, answeredAt: 91 });
  expect(checkHistory([logOf(1, 2)], history).join('\n')).toContain('showed something else');
});

function setting(value: number): Command {
  return {
    asset: 'bess',
    type: 'activePowerkW',
    entries: [{ startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-02T00:00:00Z', value }],
  };
}

function batch(version: number): LoggedBatch {
  const commands = [setting(version)];
  return { batchId: `batch ${version}`, version, accepted: 1, commands, stateHash: hashOf(commands) };
}

function logOf(...versions: number[]): LoggedSite {
  const last = setting(versions.length);
  return {
    siteId: SITE,
    version: versions.length,
    stateHash: hashOf([last]),
    set: [last],
    batches: versions.map(batch),
  };
}

function accepted(id: number, version = id): Post['outcome'] {
  return { kind: 'accepted', batchId: `batch ${id}`, accepted: 1, version };
}

function post(id: number, more: Partial<Post> = {}): Post {
  const times = { sentAt: id * 10, answeredAt: id * 10 + 1 };
  return { siteId: SITE, commands: [setting(id)], key: `key ${id}`, ...times, outcome: accepted(id), ...more };
}

function historyOf(...posts: Post[]): History {
  const history = new History();
  history.posts.push(...posts);
  return history;
}
