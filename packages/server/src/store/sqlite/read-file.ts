import type { Transaction } from '../tx.ts';
import type { ReadingStore } from '../open-reading-store.ts';
import { createSqliteTx } from './create-sqlite-tx.ts';
import { openForReading } from './open-for-writing.ts';
import { createSnapshotReads } from './snapshot-reads.ts';

/** Reads a file beside the connections of other threads. */
export function readFile(databasePath: string): ReadingStore {
  const reading = openForReading(databasePath);
  const tx = createSqliteTx(reading);
  const snapshot = createSnapshotReads(reading);
  return {
    // A read takes no time that another could use.
    readsAtOnce: 1,
    readAnew: () => snapshot.leave(),
    read<Input, Output>(transaction: Transaction<Input, Output>, input: Input) {
      snapshot.enter();
      return transaction(tx, input);
    },
  };
}
