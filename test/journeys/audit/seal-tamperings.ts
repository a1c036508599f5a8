import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { StoredLog } from './stored-log.ts';
import type { Tampering } from './tampering.ts';

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

const sealOf = (log: StoredLog, index: number): number => log.seals.at(index) ?? 0;

/** Makes all anew from a record on, seals by a key of one's own included. */
function rewrite(log: StoredLog, from: number): void {
  for (const row of log.rows.filter(({ sequence }) => sequence >= from)) {
    if (row.action === 'audit.sealed') reseal(log, row.sequence);
    log.rehash(row.sequence);
  }
}

export const SEAL_TAMPERINGS: readonly Tampering[] = [
  {
    what: 'the whole log made anew, with seals by a key of one’s own',
    how(log) {
      log.say(2, (record) => (record.address = '203.0.113.9'));
      rewrite(log, 1);
    },
    found: /is a seal by the key \S+, which is none of those that the service publishes/,
  },
  {
    what: 'the last seal by a key of one’s own',
    how: (log) => rewrite(log, sealOf(log, -1)),
    found: /is a seal by the key \S+, which is none of those that the service publishes/,
  },
  {
    what: 'the first seal by a key of one’s own',
    how(log) {
      reseal(log, sealOf(log, 0));
      log.rehash(sealOf(log, 0));
    },
    found: /seals another record/,
  },
  {
    what: 'a sealed record made anew, with all hashes',
    how(log) {
      log.say(2, (record) => (record.address = '203.0.113.9'));
      log.rehash(2);
    },
    found: /seals another record/,
  },
  {
    what: 'a seal that names another place',
    how(log) {
      const at = sealOf(log, 0);
      log.say(at, ({ after }) => Object.assign(after ?? {}, { sequence: at - 2, hash: log.row(at - 2).hash }));
      log.rehash(at);
    },
    found: /is a seal whose signature is wrong/,
  },
  {
    what: 'an earlier seal in the place of a later one',
    how(log) {
      const [first, last] = [sealOf(log, 0), sealOf(log, -1)];
      const earlier = JSON.parse(log.row(first).record) as { after: Record<string, unknown> };
      log.say(last, (record) => (record.after = earlier.after));
      log.rehash(last);
    },
    found: /is a seal that belongs to another place/,
  },
  {
    what: 'a seal of itself',
    how(log) {
      const at = sealOf(log, -1);
      log.say(at, ({ after }) => Object.assign(after ?? {}, { sequence: at }));
      log.rehash(at);
    },
    found: /is a seal that belongs to another place/,
  },
  {
    what: 'a seal with another key in it',
    how(log) {
      const at = sealOf(log, -1);
      log.say(at, ({ after }) => Object.assign(after ?? {}, { key: own.publicKey.export({ format: 'jwk' }) }));
      log.rehash(at);
    },
    found: /is a seal whose signature is wrong/,
  },
  {
    what: 'a seal that names none before it',
    how(log) {
      const at = sealOf(log, -1);
      reseal(log, at, { previous: null });
      log.rehash(at);
    },
    found: /is a seal behind none, which is not the one before it/,
  },
  {
    what: 'a seal that names another one before it',
    how(log) {
      const at = sealOf(log, -1);
      reseal(log, at, { previous: { sequence: at - 1, hash: log.row(at - 1).hash } });
      log.rehash(at);
    },
    found: /is a seal behind the seal \d+, which is not the one before it/,
  },
  {
    what: 'a first seal that names one before it, which is gone',
    how(log) {
      const at = sealOf(log, 0);
      reseal(log, at, { previous: { sequence: at - 1, hash: log.row(at - 1).hash } });
      log.rehash(at);
    },
    found: /is a seal behind the seal \d+, which is not the one before it/,
  },
  {
    what: 'a token in the place of a seal',
    how(log) {
      const at = sealOf(log, -1);
      reseal(log, at, { typ: 'at+jwt' });
      log.rehash(at);
    },
    found: /is a seal whose signature is wrong/,
  },
  {
    what: 'a seal with another key id',
    how(log) {
      const at = sealOf(log, -1);
      log.say(at, ({ after }) => Object.assign(after ?? {}, { keyId: 'x' }));
      log.rehash(at);
    },
    found: /is a seal whose signature is wrong/,
  },
  {
    what: 'a seal without a signature',
    how(log) {
      const at = sealOf(log, -1);
      log.say(at, ({ after }) => Object.assign(after ?? {}, { signature: null }));
      log.rehash(at);
    },
    found: /is a seal without a signature/,
  },
  {
    what: 'the whole log made anew without a seal',
    how(log) {
      log.rows = log.rows.filter(({ action }) => action !== 'audit.sealed');
      for (const [index, row] of log.rows.entries()) {
        log.say(row.sequence, (record) => (record.sequence = index + 1));
        row.sequence = index + 1;
      }
      log.rehash(1);
    },
    found: /THERE IS NO VALID SEAL/,
  },
];
