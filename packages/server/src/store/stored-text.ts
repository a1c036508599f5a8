import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { restoreText, shortenText } from './shorten-text.ts';

/** A text of the log as a store holds it; SQLite holds bytes as they are, PostgreSQL as base64. */
export type StoredText = string | Uint8Array;

// Long ones stay as they are: what they would save is not worth the time of the one thread that writes.
const MOST_SHORTENED = 1_000;
// No JSON begins like this.
const BASE64_MARK = 'z';

/** A text of the log, to be stored. */
export function toStoredText(text: string): StoredText {
  return text.length < MOST_SHORTENED ? shortenText(text) : text;
}

export function compressText(text: string): Uint8Array {
  return deflateRawSync(text, { level: 1 });
}

/** As it was before it was stored, also by a release that stored it plainly. */
export function fromStoredText(stored: StoredText): string {
  if (typeof stored !== 'string') return inflateRawSync(stored).toString();
  if (stored.startsWith(BASE64_MARK)) return inflateRawSync(Buffer.from(stored.slice(1), 'base64')).toString();
  return restoreText(stored);
}

/** Bytes where only a text can be stored. */
export function textOfBytes(bytes: Uint8Array): string {
  return BASE64_MARK + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
