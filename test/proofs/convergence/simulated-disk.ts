import { DatabaseSync } from 'node:sqlite';
import {
  commitGroup,
  createSqliteTx,
  type Job,
  migrateSqlite,
  type Store,
  StoreFailure,
} from '@setpoint/server/testing/rooms/store';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import type { VirtualTime } from './virtual-time.ts';
import type { AnyWrite } from '@setpoint/server/testing/rooms/store';

const UNNEEDED = { spend: () => false, demand: () => undefined };

type Tx = ReturnType<typeof createSqliteTx>;
type Rows = ReturnType<ReturnType<DatabaseSync['prepare']>['all']>;

export interface Life {
  readonly store: Store;
  /** What was not committed by now never will be, and nobody hears of what was. */
  end(): void;
}

/** A real SQLite database in memory: it outlives the service, and may be put back to an older copy. */
export class SimulatedDisk {
  #db: DatabaseSync;
  readonly #time: VirtualTime;
  readonly #random: RandomSource;
  #tx: Tx;
  #lastEpoch = 1;

  constructor(time: VirtualTime, random: RandomSource, image: Uint8Array) {
    [this.#time, this.#random] = [time, random];
    this.#db = databaseOf(image);
    this.#tx = createSqliteTx(this.#db);
  }

  static async emptyImage(): Promise<Uint8Array> {
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
    await migrateSqlite(db);
    return db.serialize();
  }

  copy(): Uint8Array {
    return this.#db.serialize();
  }

  /** Puts an older copy in the place of all that came after it, under an epoch that never was before. */
  restore(copy: Uint8Array): void {
    this.#db = databaseOf(copy);
    this.#tx = createSqliteTx(this.#db);
    this.#lastEpoch += 1;
    this.#db.exec(`UPDATE store_state SET epoch = ${this.#lastEpoch}`);
  }

  rows(sql: string, ...params: readonly string[]): Rows {
    return this.#db.prepare(sql).all(...params);
  }

  /** The store of one life of the service: its commits take their time, and what comes meanwhile goes together. */
  open(): Life {
    const tx = this.#tx;
    const answers = new Map<number, { resolve(output: unknown): void; reject(cause: Error): void }>();
    let waiting: Job[] = [];
    let lastId = 0;
    let isCommitting = false;
    let isOver = false;
    const pause = () => this.#random.between(1, 30);
    const passes = () => new Promise<void>((resolve) => this.#time.after(this.#random.between(0, 5), resolve));

    const commit = async (): Promise<void> => {
      if (isOver) return;
      const jobs = waiting;
      waiting = [];
      const results = await commitGroup(
        { db: this.#db, tx, takeWaiting: () => waiting.splice(0), reserve: UNNEEDED },
        jobs,
      );
      this.#time.after(pause(), () => {
        isCommitting = false;
        if (isOver) return;
        for (const result of results) {
          if (result.kind === 'done') answers.get(result.id)?.resolve(result.output);
          else answers.get(result.id)?.reject(new StoreFailure('not-applied', result.message));
          answers.delete(result.id);
        }
        commitLater();
      });
    };
    const commitLater = (): void => {
      if (isCommitting || waiting.length === 0) return;
      isCommitting = true;
      this.#time.after(pause(), () => void commit());
    };
    const write = (made: AnyWrite, input: unknown): Promise<unknown> => {
      lastId += 1;
      waiting.push({ id: lastId, write: made, input });
      commitLater();
      return new Promise((resolve, reject) => answers.set(lastId, { resolve, reject }));
    };
    const store: Store = {
      write: write as Store['write'],
      async read(transaction, input) {
        await passes();
        // Nothing comes back to who is dead.
        if (isOver) return new Promise(() => undefined);
        const output = await transaction(tx, input);
        await passes();
        return output;
      },
      waitingWrites: () => answers.size,
      close: async () => undefined,
    };
    return {
      store,
      end: () => {
        isOver = true;
      },
    };
  }
}

// Another one for each image: Node 24 crashes on statements that were prepared before a `deserialize`.
function databaseOf(image: Uint8Array): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  db.deserialize(image);
  return db;
}
