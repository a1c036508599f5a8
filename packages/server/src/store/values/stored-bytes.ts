/** Bytes as a store holds them: SQLite as they are, PostgreSQL as a text. */
export type StoredBytes = string | Uint8Array;

/** The bytes that were given to the store. */
export function fromStoredBytes(stored: StoredBytes): Uint8Array {
  // PostgreSQL has a mark before the text, see `textOfBytes`.
  return typeof stored === 'string' ? Buffer.from(stored.slice(1), 'base64') : stored;
}
