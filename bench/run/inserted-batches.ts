import { DatabaseSync } from 'node:sqlite';
import type { LoadResult } from '../load/load-plan.ts';
import { batchText, batteryCommand, FIRST_STAMP } from './batch-text.ts';

/** What the inserting reference must have stored: every acknowledged body, as it was sent. */
export class InsertedBatches implements Disposable {
  readonly #database: DatabaseSync;
  #count = 0;
  nextStamp = FIRST_STAMP;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
  }

  check(load: LoadResult): void {
    this.#count += load.answered;
    this.nextStamp = load.nextStamp;
    const { count } = this.#database.prepare('SELECT count(*) AS count FROM batch').get() as { count: number };
    if (count !== this.#count) throw new Error(`the reference holds ${count} of ${this.#count} bodies`);
    const last = this.#database.prepare('SELECT body FROM batch ORDER BY id DESC LIMIT 1000').all();
    const bodies = new Set(last.map(({ body }) => body));
    for (const stamp of Object.values(load.lastStamps).flat()) {
      if (!bodies.has(batchText([batteryCommand(stamp)]))) throw new Error(`the reference lost body ${stamp}`);
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
