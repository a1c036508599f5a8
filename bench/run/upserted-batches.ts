import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import type { LoadResult } from '../load/load-plan.ts';
import { batchText, batteryCommand, FIRST_STAMP } from './batch-text.ts';

/** What the upserting reference must have stored: a log of every acknowledged body, and of each site the last. */
export class UpsertedBatches {
  readonly #url: string;
  #count = 0;
  nextStamp = FIRST_STAMP;

  constructor(url: string) {
    this.#url = url;
  }

  async check(load: LoadResult): Promise<void> {
    this.#count += load.answered;
    this.nextStamp = load.nextStamp;
    const [logged] = await queryDatabase(this.#url, 'SELECT count(*) AS count FROM log');
    if (logged?.['count'] !== this.#count) {
      throw new Error(`the reference logged ${String(logged?.['count'])} of ${this.#count} bodies`);
    }
    const stored = await queryDatabase(this.#url, 'SELECT site_id, body FROM stored');
    const bodies = new Map(stored.map((row) => [row['site_id'], row['body']]));
    for (const [path, stamps] of Object.entries(load.lastStamps)) {
      if (!stamps.some((stamp) => bodies.get(path) === batchText([batteryCommand(stamp)]))) {
        throw new Error(`the reference does not hold the last body for ${path}`);
      }
    }
  }
}
