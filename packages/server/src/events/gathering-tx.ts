import type { SiteId } from '@setpoint/contract';
import { compressText, toStoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { insertEvents, OF_MANY_SITES } from './insert-events.ts';
import { type NewEvent, writeEvents } from './write-events.ts';

interface SiteEvents {
  readonly siteId: SiteId;
  readonly now: number;
  readonly events: readonly NewEvent[];
}

// A row of the log is read as a whole, also for one event of it. Shorter rows leave more of their pages of SQLite empty;
// longer ones save no more.
const SITES_TOGETHER = 96;

/** A transaction on many sites: what happened there becomes one row for some of them together. */
export class GatheringTx implements Tx {
  readonly #tx: Tx;
  #gathered: SiteEvents[] = [];

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  get secrets(): Tx['secrets'] {
    return this.#tx.secrets;
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
      await this.#tx.run(insertEvents, rowOf(this.#gathered.slice(at, at + SITES_TOGETHER)));
    }
    this.#gathered = [];
  }
}

function rowOf(gathered: readonly SiteEvents[]) {
  const now = Math.max(...gathered.map((each) => each.now));
  const texts = gathered.map(({ siteId, events, now: at }) => {
    return {
      siteId,
      text: writeEvents(
        events.map((event) => ({ at, ...event })),
        now,
      ),
    };
  });
  const [first, second] = texts;
  // What happened on one site alone is not read for those who cannot see it.
  if (first !== undefined && second === undefined) {
    return { siteId: first.siteId, now, events: toStoredText(first.text) };
  }
  const text = `[${texts.map(({ siteId, text: events }) => `["${siteId}",${events}]`).join(',')}]`;
  return { siteId: OF_MANY_SITES, now, events: compressText(text) };
}
