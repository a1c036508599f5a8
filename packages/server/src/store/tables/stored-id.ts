/** An id in the log: 16 bytes on SQLite, a `uuid` on PostgreSQL. Only `toStoredId` and `fromStoredId` make one and read it. */
export interface StoredId {
  readonly storedId: never;
}
