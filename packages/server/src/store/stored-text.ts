import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { restoreText, shortenText } from './shorten-text.ts';

/** A text of the log as a store holds it; SQLite holds bytes as they are, PostgreSQL as base64. */
export type StoredText = string | Uint8Array;

// Shorter ones cost more to compress than they take.
const LEAST_COMPRESSED = 1_000;
// No JSON begins like this.
const BASE64_MARK = 'z';

/** A text of the log, to be stored. */
export function toStoredText(text: string): StoredText {
  return text.length < LEAST_COMPRESSED ? shortenText(text) : compressText(text);
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
