import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { StoredLog } from './stored-log.ts';
import { tamperings } from './tampering.ts';

const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Sealing {
  readonly by?: KeyObject;
  readonly typ?: string;
  /** The seal before it; left out, as it was. */
  readonly previous?: object | null;
}

/** Signs a seal anew with a key of one's own, over what is before it. */
function reseal(
  log: StoredLog,
  at: number,
  { by = own.privateKey, typ = 'setpoint-audit-seal', ...said }: Sealing = {},
) {
  log.say(at, ({ after }) => {
    if (after === null) return;
    const { previous = previousOf(log, at) } = said;
    const place = { sequence: after['sequence'], hash: log.row(Number(after['sequence'])).hash, previous };
    const header = { alg: 'ES256', typ, kid: after['keyId'] };
    const input = [header, place].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signed = sign('sha256', Buffer.from(input), { key: by, dsaEncoding: 'ieee-p1363' });
    const key = by === own.privateKey ? own.publicKey.export({ format: 'jwk' }) : after['key'];
    Object.assign(after, { ...place, key, signature: `${input}.${signed.toString('base64url')}` });
  });
}

function previousOf(log: StoredLog, at: number): object | null {
  const sequence = log.seals.filter((one) => one < at).at(-1);
  return sequence === undefined ? null : { sequence, hash: log.row(sequence).hash };
}

/** Makes all anew from a record on, seals by a key of one's own included. */
function rewrite(log: StoredLog, from: number): void {
  for (const row of log.rows.filter(({ sequence }) => sequence >= from)) {
    if (row.action === 'audit.sealed') reseal(log, row.sequence);
    log.rehash(row.sequence);
  }
}

type ChangeSeal = (log: StoredLog, at: number) => void;

/** Changes the first or the last seal, with all hashes behind it made anew. */
const ofSeal = (index: 0 | -1, change: ChangeSeal) => (log: StoredLog) => {
  const at = log.seals.at(index) ?? 0;
  change(log, at);
  log.rehash(at);
};
const resealed = (index: 0 | -1, sealing: (log: StoredLog, at: number) => Sealing) =>
  ofSeal(index, (log, at) => reseal(log, at, sealing(log, at)));
const saying = (index: 0 | -1, said: (log: StoredLog, at: number) => object) =>
  ofSeal(index, (log, at) => log.say(at, ({ after }) => Object.assign(after ?? {}, said(log, at))));
const behind = (log: StoredLog, at: number) => ({ sequence: at - 1, hash: log.row(at - 1).hash });

function withoutSeals(log: StoredLog): void {
  log.rows = log.rows.filter(({ action }) => action !== 'audit.sealed');
  for (const [index, row] of log.rows.entries()) {
    log.say(row.sequence, (record) => (record.sequence = index + 1));
    row.sequence = index + 1;
  }
  log.rehash(1);
}

const UNPUBLISHED = /is a seal by the key \S+, which is none of those that the service publishes/;
const WRONG = /is a seal whose signature is wrong/;
const ANOTHER_RECORD = /seals another record/;
const ANOTHER_PLACE = /is a seal that belongs to another place/;
const NOT_BEFORE = /is a seal behind the seal \d+, which is not the one before it/;

export const SEAL_TAMPERINGS = tamperings([
  [
    'the whole log made anew, with seals by a key of one’s own',
    (log) => {
      log.sayMoved(2);
      rewrite(log, 1);
    },
    UNPUBLISHED,
  ],
  ['the last seal by a key of one’s own', (log) => rewrite(log, log.seals.at(-1) ?? 0), UNPUBLISHED],
  ['the first seal by a key of one’s own', resealed(0, () => ({})), ANOTHER_RECORD],
  [
    'a sealed record made anew, with all hashes',
    (log) => {
      log.sayMoved(2);
      log.rehash(2);
    },
    ANOTHER_RECORD,
  ],
  [
    'a seal that names another place',
    saying(0, (log, at) => ({ sequence: at - 2, hash: log.row(at - 2).hash })),
    WRONG,
  ],
  [
    'an earlier seal in the place of a later one',
    saying(-1, (log) => log.said(log.seals[0] ?? 0).after ?? {}),
    ANOTHER_PLACE,
  ],
  ['a seal of itself', saying(-1, (_log, at) => ({ sequence: at })), ANOTHER_PLACE],
  ['a seal with another key in it', saying(-1, () => ({ key: own.publicKey.export({ format: 'jwk' }) })), WRONG],
  [
    'a seal that names none before it',
    resealed(-1, () => ({ previous: null })),
    /is a seal behind none, which is not the one before it/,
  ],
  ['a seal that names another one before it', resealed(-1, (log, at) => ({ previous: behind(log, at) })), NOT_BEFORE],
  [
    'a first seal that names one before it, which is gone',
    resealed(0, (log, at) => ({ previous: behind(log, at) })),
    NOT_BEFORE,
  ],
  ['a token in the place of a seal', resealed(-1, () => ({ typ: 'at+jwt' })), WRONG],
  ['a seal with another key id', saying(-1, () => ({ keyId: 'x' })), WRONG],
  ['a seal without a signature', saying(-1, () => ({ signature: null })), /is a seal without a signature/],
  ['the whole log made anew without a seal', withoutSeals, /THERE IS NO VALID SEAL/],
]);
