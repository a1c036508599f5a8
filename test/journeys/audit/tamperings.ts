import { SEAL_TAMPERINGS } from './seal-tamperings.ts';
import type { StoredLog } from './stored-log.ts';
import type { Tampering } from './tampering.ts';

const ALTERED = /is not what was written/;
const columns = (parts: string) => new RegExp(`^record -?\\d+: was altered in the database: its ${parts}$`);

const COLUMNS: readonly Tampering[] = [
  { what: 'another actor', how: (log) => (log.row(3).actor = 'client:0000'), found: columns('actor') },
  { what: 'another subject', how: (log) => (log.row(3).subject = 'site:0000'), found: columns('subject') },
  { what: 'another action', how: (log) => (log.row(3).action = 'site.added'), found: columns('action') },
  { what: 'an instant in 1970', how: (log) => (log.row(3).at = 0), found: columns('at') },
  { what: 'an instant in 2100', how: (log) => (log.row(3).at = 4_102_444_800_000), found: columns('at') },
  { what: 'an instant before all', how: (log) => (log.row(3).at = -9e15), found: columns('at') },
  { what: 'an instant after all', how: (log) => (log.row(3).at = 9.1e15), found: columns('at') },
  { what: 'a space in a column', how: (log) => (log.row(3).actor += ' '), found: columns('actor') },
  {
    what: 'all columns of one row',
    how: (log) => Object.assign(log.row(3), { at: 1, action: 'x', actor: 'y', subject: 'z' }),
    found: columns('at, action, actor, subject'),
  },
  {
    what: 'the columns of two rows, exchanged',
    how(log) {
      const [one, other] = [log.row(2).subject, log.row(3).subject];
      Object.assign(log.row(2), { subject: other });
      Object.assign(log.row(3), { subject: one });
    },
    found: columns('subject'),
  },
  {
    what: 'a seal that is hidden from the filters',
    how: (log) => (log.row(log.seals[0] ?? 0).action = 'x'),
    found: columns('action'),
  },
];

const TEXTS: readonly Tampering[] = [
  {
    what: 'a name that is there twice',
    how: (log) => (log.row(3).record = log.row(3).record.replace('{', '{"action":"x",')),
    found: columns('record'),
  },
  {
    what: 'a space in the text',
    how: (log) => (log.row(3).record = log.row(3).record.replace('{', '{ ')),
    found: columns('record'),
  },
  { what: 'a line behind the text', how: (log) => (log.row(3).record += '\n'), found: columns('record') },
  {
    what: 'a letter that is written in another way',
    how: (log) => (log.row(3).record = log.row(3).record.replace('"action"', '"\\u0061ction"')),
    found: columns('record'),
  },
  {
    what: 'a hash within the text',
    how: (log) => (log.row(3).record = log.row(3).record.replace(/\}$/, ',"hash":"x"}')),
    found: columns('record'),
  },
  {
    what: 'names in another order',
    how: (log) => log.say(3, (record) => Object.assign(record, { sequence: 3, at: takeOut(record, 'at') })),
    found: columns('record'),
  },
  { what: 'no JSON', how: (log) => (log.row(3).record = 'gone'), found: columns('record') },
  { what: 'JSON that is no record', how: (log) => (log.row(3).record = '{}'), found: columns('record') },
  { what: 'an empty text', how: (log) => (log.row(3).record = ''), found: columns('record') },
];

function takeOut(record: object, name: string): unknown {
  const value: unknown = Reflect.get(record, name);
  Reflect.deleteProperty(record, name);
  return value;
}

const CHAIN: readonly Tampering[] = [
  { what: 'another address', how: (log) => log.say(3, (record) => (record.address = '203.0.113.9')), found: ALTERED },
  {
    what: 'another address, with the hash of it',
    how(log) {
      log.say(3, (record) => (record.address = '203.0.113.9'));
      const { head } = log;
      log.rehash(3);
      for (const row of log.rows.slice(3)) row.hash = row.hash.toUpperCase();
      log.head = head;
    },
    found: ALTERED,
  },
  { what: 'another hash', how: (log) => (log.row(3).hash = log.row(2).hash), found: ALTERED },
  { what: 'a hash in capitals', how: (log) => (log.row(3).hash = log.row(3).hash.toUpperCase()), found: ALTERED },
  { what: 'a row that is gone', how: (log) => log.rows.splice(2, 1), found: /^record 3: is missing/ },
  { what: 'the first row that is gone', how: (log) => log.rows.splice(0, 1), found: /^record 1: is missing/ },
  { what: 'the first five that are gone', how: (log) => log.rows.splice(0, 5), found: /^record 5: is missing/ },
  { what: 'the last row that is gone', how: (log) => log.rows.pop(), found: /is not the one that the log ends with/ },
  {
    what: 'two rows exchanged',
    how(log) {
      const [one, other] = [log.row(2), log.row(3)];
      [one.sequence, other.sequence] = [3, 2];
    },
    found: columns('sequence'),
  },
  {
    what: 'a row moved to the end',
    how: (log) => (log.row(3).sequence = log.last.sequence + 1),
    found: /^record 3: is missing/,
  },
  {
    what: 'a copy of a row at the end',
    how: (log) => log.rows.push({ ...log.row(3), sequence: log.last.sequence + 1 }),
    found: columns('sequence'),
  },
  {
    what: 'a row of the same number',
    how: (log) => log.rows.push({ ...log.row(3) }),
    isImpossible: true,
  },
  {
    what: 'a row with a number below all',
    how: (log) => log.rows.push({ ...log.row(3), sequence: -3 }),
    found: columns('sequence'),
  },
  {
    what: 'a row between two numbers',
    how: (log) => (log.row(3).sequence = 2.4),
    // PostgreSQL refuses it, and what should come behind it is missing.
    found: /^record/,
  },
  {
    what: 'a row far behind the end',
    how: (log) => log.rows.push({ ...log.row(3), sequence: 1_000_000 }),
    found: /^record \d+: is missing: next comes/,
  },
  {
    what: 'a row behind the end, with the hash that it must have and the end left',
    how: (log) => log.append({ action: 'x.y', subject: { kind: 'x', id: 'y' } }),
    found: /is behind the end of the log/,
  },
  {
    what: 'a row put at the end, with the hash that it must have and the end moved',
    how(log) {
      log.append({ action: 'x.y', subject: { kind: 'x', id: 'y' } });
      log.moveEnd();
    },
    else: 'nothing',
  },
  {
    what: 'the end cut off and moved back',
    how(log) {
      log.rows.splice(-2);
      log.moveEnd();
    },
    else: 'an export',
  },
  {
    what: 'a record behind the last seal made anew, with all hashes',
    how(log) {
      log.say((log.seals.at(-1) ?? 0) + 1, (record) => (record.address = '203.0.113.9'));
      log.rehash((log.seals.at(-1) ?? 0) + 1);
    },
    else: 'an export',
  },
  {
    what: 'all rows gone',
    how: (log) => (log.rows = []),
    found: /^record 1: is missing: the log is empty/,
  },
  {
    what: 'all rows gone, and the end with them',
    how(log) {
      log.rows = [];
      log.head = { sequence: 0, hash: '', forgotten_sequence: 0, forgotten_hash: '' };
    },
    found: /^record 1: is missing: the log is empty/,
  },
];

const ENDS: readonly Tampering[] = [
  { what: 'an end with another hash', how: (log) => setHead(log, { hash: 'x' }), found: /is not the one that the log/ },
  {
    what: 'an end that is later',
    how: (log) => setHead(log, { sequence: 1_000 }),
    found: /is not the one that the log/,
  },
  {
    what: 'an end that is earlier',
    how: (log) => setHead(log, { sequence: 5 }),
    found: /is behind the end of the log/,
  },
  { what: 'no end', how: (log) => (log.head = undefined), found: /internal|failed|reference/i },
  {
    what: 'a begin that is later',
    how: (log) => setHead(log, { forgotten_sequence: 4 }),
    found: /is the first, and the log is said to begin behind record 4/,
  },
  {
    what: 'the first rows gone, and a record that says so of another hash',
    how(log) {
      log.rows.splice(0, 4);
      log.append({
        action: 'audit.forgotten',
        subject: { kind: 'audit', id: 'log' },
        after: { sequence: 4, hash: 'x' },
      });
      log.moveEnd();
      setHead(log, { forgotten_sequence: 4 });
    },
    found: ALTERED,
  },
  {
    what: 'the first rows gone, and a record that says so, with the begin left',
    how(log) {
      forget(log, 4);
      setHead(log, { forgotten_sequence: 0, forgotten_hash: '' });
    },
    found: /is the first, and the log is said to begin behind record 0/,
  },
  { what: 'the first rows gone, all as if they had been too old', how: (log) => forget(log, 4), else: 'an export' },
];

function forget(log: StoredLog, upTo: number): void {
  const { hash } = log.row(upTo);
  log.rows.splice(0, upTo);
  log.append({ action: 'audit.forgotten', subject: { kind: 'audit', id: 'log' }, after: { sequence: upTo, hash } });
  log.moveEnd();
  setHead(log, { forgotten_sequence: upTo, forgotten_hash: hash });
}

function setHead(log: StoredLog, head: Partial<NonNullable<StoredLog['head']>>): void {
  if (log.head !== undefined) Object.assign(log.head, head);
}

export const TAMPERINGS: readonly Tampering[] = [...COLUMNS, ...TEXTS, ...CHAIN, ...ENDS, ...SEAL_TAMPERINGS];
