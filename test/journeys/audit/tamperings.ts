import { SEAL_TAMPERINGS } from './seal-tamperings.ts';
import type { StoredLog, StoredRow } from './stored-log.ts';
import { type Tampering, tamperings } from './tampering.ts';

const ALTERED = /is not what was written/;
const NOT_THE_END = /is not the one that the log ends with/;
const BEHIND_THE_END = /is behind the end of the log/;
const EMPTY = /^record 1: is missing: the log is empty/;
const columns = (parts: string) => new RegExp(`^record -?\\d+: was altered in the database: its ${parts}$`);

const setting =
  (row: Partial<StoredRow>, sequence = 3) =>
  (log: StoredLog) =>
    Object.assign(log.row(sequence), row);
/** Writes the text of a record in another way. */
const texted = (from: string | RegExp, to: string) => (log: StoredLog) =>
  setting({ record: log.row(3).record.replace(from, to) })(log);
/** A copy of a row, with another number. */
const copied = (sequenceOf: (log: StoredLog) => number) => (log: StoredLog) =>
  log.rows.push({ ...log.row(3), sequence: sequenceOf(log) });
const heading = (head: Partial<NonNullable<StoredLog['head']>>) => (log: StoredLog) =>
  Object.assign(log.head ?? {}, head);
const withEnd = (change: (log: StoredLog) => unknown) => (log: StoredLog) => {
  change(log);
  log.moveEnd();
};

const COLUMNS = tamperings([
  ['another actor', setting({ actor: 'client:0000' }), columns('actor')],
  ['another subject', setting({ subject: 'site:0000' }), columns('subject')],
  ['another action', setting({ action: 'site.added' }), columns('action')],
  ['an instant in 1970', setting({ at: 0 }), columns('at')],
  ['an instant in 2100', setting({ at: 4_102_444_800_000 }), columns('at')],
  ['an instant before all', setting({ at: -9e15 }), columns('at')],
  ['an instant after all', setting({ at: 9.1e15 }), columns('at')],
  ['a space in a column', (log) => (log.row(3).actor += ' '), columns('actor')],
  [
    'all columns of one row',
    setting({ at: 1, action: 'x', actor: 'y', subject: 'z' }),
    columns('at, action, actor, subject'),
  ],
  ['the columns of two rows, exchanged', exchange('subject'), columns('subject')],
  ['a seal that is hidden from the filters', (log) => setting({ action: 'x' }, log.seals[0])(log), columns('action')],
]);

const TEXTS = tamperings([
  ['a name that is there twice', texted('{', '{"action":"x",'), columns('record')],
  ['a space in the text', texted('{', '{ '), columns('record')],
  ['a line behind the text', texted(/$/, '\n'), columns('record')],
  ['a letter that is written in another way', texted('"action"', '"\\u0061ction"'), columns('record')],
  ['a hash within the text', texted(/\}$/, ',"hash":"x"}'), columns('record')],
  ['names in another order', texted(/("sequence":3),("at":"[^"]*")/, '$2,$1'), columns('record')],
  ['no JSON', setting({ record: 'gone' }), columns('record')],
  ['JSON that is no record', setting({ record: '{}' }), columns('record')],
  ['an empty text', setting({ record: '' }), columns('record')],
]);

const MORE = { action: 'x.y', subject: { kind: 'x', id: 'y' } };

const CHAIN = tamperings([
  ['another address', (log) => log.sayMoved(3), ALTERED],
  [
    'another address, with the hash of it',
    (log) => {
      const head = { ...log.head };
      log.sayMoved(3);
      log.rehash(3);
      for (const row of log.rows.slice(3)) row.hash = row.hash.toUpperCase();
      heading(head)(log);
    },
    ALTERED,
  ],
  ['another hash', (log) => setting({ hash: log.row(2).hash })(log), ALTERED],
  ['a hash in capitals', (log) => setting({ hash: log.row(3).hash.toUpperCase() })(log), ALTERED],
  ['a row that is gone', (log) => log.rows.splice(2, 1), /^record 3: is missing/],
  ['the first row that is gone', (log) => log.rows.splice(0, 1), /^record 1: is missing/],
  ['the first five that are gone', (log) => log.rows.splice(0, 5), /^record 5: is missing/],
  ['the last row that is gone', (log) => log.rows.pop(), NOT_THE_END],
  ['two rows exchanged', exchange('sequence'), columns('sequence')],
  ['a row moved to the end', (log) => setting({ sequence: log.last.sequence + 1 })(log), /^record 3: is missing/],
  ['a copy of a row at the end', copied((log) => log.last.sequence + 1), columns('sequence')],
  ['a row of the same number', copied(() => 3), 'impossible'],
  ['a row with a number below all', copied(() => -3), columns('sequence')],
  // PostgreSQL refuses it, and what should come behind it is missing.
  ['a row between two numbers', setting({ sequence: 2.4 }), /^record/],
  ['a row far behind the end', copied(() => 1_000_000), /^record \d+: is missing: next comes/],
  ['a row behind the end, with the hash that it must have and the end left', (log) => log.append(MORE), BEHIND_THE_END],
  [
    'a row put at the end, with the hash that it must have and the end moved',
    withEnd((log) => log.append(MORE)),
    'nothing',
  ],
  ['the end cut off and moved back', withEnd((log) => log.rows.splice(-2)), 'an export'],
  [
    'a record behind the last seal made anew, with all hashes',
    (log) => {
      log.sayMoved((log.seals.at(-1) ?? 0) + 1);
      log.rehash((log.seals.at(-1) ?? 0) + 1);
    },
    'an export',
  ],
  ['all rows gone', (log) => (log.rows = []), EMPTY],
  [
    'all rows gone, and the end with them',
    (log) => {
      log.rows = [];
      heading({ sequence: 0, hash: '', forgotten_sequence: 0, forgotten_hash: '' })(log);
    },
    EMPTY,
  ],
]);

const ENDS = tamperings([
  ['an end with another hash', heading({ hash: 'x' }), NOT_THE_END],
  ['an end that is later', heading({ sequence: 1_000 }), NOT_THE_END],
  ['an end that is earlier', heading({ sequence: 5 }), BEHIND_THE_END],
  ['no end', (log) => (log.head = undefined), /internal|failed|reference/i],
  [
    'a begin that is later',
    heading({ forgotten_sequence: 4 }),
    /is the first, and the log is said to begin behind record 4/,
  ],
  ['the first rows gone, and a record that says so of another hash', (log) => forget(log, 4, 'x'), ALTERED],
  [
    'the first rows gone, and a record that says so, with the begin left',
    (log) => {
      forget(log, 4);
      heading({ forgotten_sequence: 0, forgotten_hash: '' })(log);
    },
    /is the first, and the log is said to begin behind record 0/,
  ],
  ['the first rows gone, all as if they had been too old', (log) => forget(log, 4), 'an export'],
]);

/** Exchanges what two rows have in a column. */
function exchange(column: 'sequence' | 'subject') {
  return (log: StoredLog) => {
    const [one, other] = [log.row(2), log.row(3)];
    const [ofOne, ofOther] = [one[column], other[column]];
    Object.assign(one, { [column]: ofOther });
    Object.assign(other, { [column]: ofOne });
  };
}

function forget(log: StoredLog, upTo: number, said = log.row(upTo).hash): void {
  const { hash } = log.row(upTo);
  log.rows.splice(0, upTo);
  const after = { sequence: upTo, hash: said };
  log.append({ action: 'audit.forgotten', subject: { kind: 'audit', id: 'log' }, after });
  log.moveEnd();
  heading({ forgotten_sequence: upTo, forgotten_hash: hash })(log);
}

export const TAMPERINGS: readonly Tampering[] = [...COLUMNS, ...TEXTS, ...CHAIN, ...ENDS, ...SEAL_TAMPERINGS];
