import type { Command } from '../model/is-schedule-request.ts';
import type { ServiceClient } from './service-client.ts';

export type PostOutcome =
  | { readonly kind: 'accepted'; readonly batchId: string; readonly accepted: number; readonly version: number }
  | { readonly kind: 'rejected' }
  /** The service says that nothing was applied. */
  | { readonly kind: 'not-applied' }
  /** No answer, or one that leaves it open. */
  | { readonly kind: 'open' };

export interface Post {
  readonly siteId: string;
  readonly commands: readonly Command[];
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly outcome: PostOutcome;
}

export interface Read {
  readonly siteId: string;
  readonly schedules: readonly Command[];
  readonly version: number;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Everything that clients sent and saw, from one clock, over any number of restarts. */
export class History {
  readonly posts: Post[] = [];
  readonly reads: Read[] = [];
  #awaited: { readonly count: number; resolve(): void } | undefined;

  async post(client: ServiceClient, siteId: string, commands: readonly Command[]): Promise<PostOutcome> {
    const sentAt = performance.now();
    const outcome = await outcomeOf(client, siteId, commands);
    this.posts.push({ siteId, commands, sentAt, answeredAt: performance.now(), outcome });
    if (this.#awaited !== undefined && this.posts.length >= this.#awaited.count) this.#awaited.resolve();
    return outcome;
  }

  async read(client: ServiceClient, siteId: string): Promise<readonly Command[]> {
    const sentAt = performance.now();
    const { status, headers, body } = await client.getSite(siteId);
    if (status !== 200) throw new Error(`GET answered ${status}: ${JSON.stringify(body)}`);
    const { schedules } = body as { schedules: readonly Command[] };
    const version = Number(headers.get('Schedule-Version'));
    this.reads.push({ siteId, schedules, version, sentAt, answeredAt: performance.now() });
    return schedules;
  }

  /** Resolves once so many posts have had their answer. */
  async reached(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { count, resolve };
    await promise;
  }

  count(kind: PostOutcome['kind']): number {
    return this.posts.filter(({ outcome }) => outcome.kind === kind).length;
  }
}

async function outcomeOf(client: ServiceClient, siteId: string, commands: readonly Command[]): Promise<PostOutcome> {
  const answer = await client.postSchedules(siteId, commands).catch(() => undefined);
  if (answer === undefined) return { kind: 'open' };
  const { status, headers, body } = answer;
  if (status === 201) {
    const { batchId, accepted } = body as { batchId: string; accepted: number };
    return { kind: 'accepted', batchId, accepted, version: Number(headers.get('Schedule-Version')) };
  }
  if (status === 400) return { kind: 'rejected' };
  if (status === 503 || headers.get('Batch-Outcome') === 'not-applied') return { kind: 'not-applied' };
  if (status === 500) return { kind: 'open' };
  throw new Error(`POST answered ${status}: ${JSON.stringify(body)}`);
}
