import { type Difference, checkListAnswer, checkPostAnswer, checkSiteAnswer, propertyOf } from './check-post-answer.ts';
import { describeMismatch } from './describe-mismatch.ts';
import type { HistoryCounts } from './history-counts.ts';
import { ModelSite } from './model-site.ts';
import { type Batch, RandomBatches } from './random-batches.ts';
import type { SiteAnswer, SiteClient } from './site-client.ts';
import { supportedPairs } from './supported-pairs.ts';

export type SiteChainOptions = {
  readonly client: SiteClient;
  readonly siteId: string;
  readonly seed: number;
  readonly index: number;
};

const stepsBetweenLists = 10;

/** One site's history: each request waits for the answer to the one before. */
export class SiteChain {
  readonly #options: SiteChainOptions;
  readonly #batches: RandomBatches;
  readonly #model = new ModelSite();
  readonly #batchIds = new Set<unknown>();
  #step = 0;
  #gets = 0;
  #accepted = 0;
  #sent = '';

  constructor(options: SiteChainOptions) {
    this.#options = options;
    this.#batches = new RandomBatches(options.seed * 1009 + options.index);
  }

  async run(steps: number, stop: AbortSignal): Promise<HistoryCounts> {
    await this.#clear();
    while (this.#step < steps && !stop.aborted) {
      this.#step += 1;
      await this.#post(this.#batches.next(this.#model.get()));
      await this.#get();
      if (this.#step % stepsBetweenLists === 0) await this.#list();
    }
    const rejected = this.#step - this.#accepted;
    return { batches: this.#step, accepted: this.#accepted, rejected, gets: this.#gets };
  }

  // Clearing one battery command clears both, and a request may not name both.
  async #clear(): Promise<void> {
    const pairs = supportedPairs.filter(({ type }) => type !== 'optimalSocPcnt');
    for (const some of [pairs.slice(0, 10), pairs.slice(10)]) {
      const body = { schedules: some.map(({ asset, type }) => ({ asset, type, entries: [] })) };
      await this.#post({ text: JSON.stringify(body), body });
    }
    this.#accepted = 0;
    await this.#get();
  }

  async #post({ text, body }: Batch): Promise<void> {
    const { client, siteId } = this.#options;
    this.#sent = text;
    const outcome = this.#model.post(body);
    const answer = await this.#ask('POST schedules', () => client.postSchedules(siteId, text));
    this.#demandNone('POST schedules', checkPostAnswer(outcome, answer));
    if (outcome.status !== 201) return;
    this.#accepted += 1;
    this.#demandNewBatchId(propertyOf(answer.body, 'batchId'));
  }

  async #get(): Promise<void> {
    const { client, siteId } = this.#options;
    const answer = await this.#ask('GET site', () => client.getSite(siteId));
    this.#gets += 1;
    this.#demandNone('GET site', checkSiteAnswer(this.#model.get(), answer));
  }

  async #list(): Promise<void> {
    const { client, siteId } = this.#options;
    const answer = await this.#ask('GET sites', () => client.listSites());
    this.#gets += 1;
    const own = { siteId, schedules: this.#model.get() };
    this.#demandNone('GET sites', checkListAnswer(own, answer));
  }

  async #ask(call: string, send: () => Promise<SiteAnswer>): Promise<SiteAnswer> {
    try {
      return await send();
    } catch (cause) {
      const { seed, siteId } = this.#options;
      const place = `Seed ${seed}, site ${siteId}, step ${this.#step}`;
      throw new Error(`${place}: ${call} got no answer.`, { cause });
    }
  }

  #demandNewBatchId(batchId: unknown): void {
    const isNew = !this.#batchIds.has(batchId);
    this.#batchIds.add(batchId);
    const repeated = { expected: 'a batchId not seen before', actual: batchId };
    this.#demandNone('POST schedules', isNew ? undefined : repeated);
  }

  #demandNone(call: string, difference: Difference | undefined): void {
    if (difference === undefined) return;
    const { seed, siteId } = this.#options;
    const place = { seed, siteId, step: this.#step, sent: this.#sent };
    throw new Error(describeMismatch({ ...place, ...difference, call }));
  }
}
