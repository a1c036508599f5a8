import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { restoreIds, restoreText, shortenIds, shortenText } from './shorten-text.ts';

/** A text of the log as a store holds it; SQLite holds bytes as they are, PostgreSQL as base64. */
export type StoredText = string | Uint8Array;

// Long ones stay as they are: what they would save is not worth the time of the one thread that writes.
const MOST_SHORTENED = 1_000;
// What such texts begin with, so that the first of a row is as short as those behind it. Stores rely on it: it never
// changes.
const DICTIONARY = Buffer.from(
  '[{"type":"entry.started","at":,"data":{"asset":"grid","type":"activePowerkW","startAt":"2026-","endAt":"2026-","value":,' +
    '"isLate":false}},{"type":"entry.completed","at":[{"asset":"bess","type":"upperLimitkW","entries":[{"startAt":"2026-' +
    'T00:00:00.000Z","endAt":"2026-T00:00:00.000Z","value":},{"startAt":"00Z","endAt":"' +
    '[{"type":"batch.accepted","at":17,"data":{"batchId":"019","version":1,"clientId":"019","commands":[{"asset":"grid",' +
    '"type":"afrrActivationkW","isCleared":false}]}},{"type":"batch.superseded","at":17,"data":{"batchId":"019",' +
    '"version":1,"by":"019"}}]],["',
);
// No JSON begins like this.
const BASE64_MARK = 'z';

/** A text of the log, to be stored. */
export function toStoredText(text: string): StoredText {
  return text.length < MOST_SHORTENED ? shortenText(text) : text;
}

export function compressText(text: string): Uint8Array {
  return deflateRawSync(shortenIds(text), { level: 1, dictionary: DICTIONARY });
}

/** As it was before it was stored, also by a release that stored it plainly. */
export function fromStoredText(stored: StoredText): string {
  if (typeof stored !== 'string') return inflated(stored);
  if (stored.startsWith(BASE64_MARK)) return inflated(Buffer.from(stored.slice(1), 'base64'));
  return restoreText(stored);
}

// What a release before compressed without it does not refer to it. Nor has it a short id: JSON escapes what begins one.
function inflated(bytes: Uint8Array): string {
  return restoreIds(inflateRawSync(bytes, { dictionary: DICTIONARY }).toString());
}

/** Bytes where only a text can be stored. */
export function textOfBytes(bytes: Uint8Array): string {
  return BASE64_MARK + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
