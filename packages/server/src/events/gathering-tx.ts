import type { SiteId } from '@setpoint/contract';
import { compressText } from '../store/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { insertEvents, OF_MANY_SITES } from './insert-events.ts';

interface SiteEvents {
  readonly siteId: SiteId;
  readonly now: number;
  readonly text: string;
}

// One of the log is read as a whole, also for one event of it.
const SITES_TOGETHER = 32;

/** A transaction on many sites: what happened there becomes one row for some of them together. */
export class GatheringTx implements Tx {
  readonly #tx: Tx;
  #gathered: SiteEvents[] = [];

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  all: Tx['all'] = (query, params) => this.#tx.all(query, params);
  first: Tx['first'] = (query, params) => this.#tx.first(query, params);
  run: Tx['run'] = (change, params) => this.#tx.run(change, params);
  lock: Tx['lock'] = (query, params) => this.#tx.lock(query, params);

  add(events: SiteEvents): void {
    this.#gathered.push(events);
  }

  /** Writes the events, in the order in which they came. */
  async writeEvents(): Promise<void> {
    for (let at = 0; at < this.#gathered.length; at += SITES_TOGETHER) {
      const some = this.#gathered.slice(at, at + SITES_TOGETHER);
      const text = `[${some.map(({ siteId, text: events }) => `["${siteId}",${events}]`).join(',')}]`;
      const now = Math.max(...some.map((each) => each.now));
      await this.#tx.run(insertEvents, { siteId: OF_MANY_SITES, now, events: compressText(text) });
    }
    this.#gathered = [];
  }
}
