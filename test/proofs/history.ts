import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from '../model/is-schedule-request.ts';
import type { Answer, ServiceClient } from '../support/service/service-client.ts';

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
  readonly key: string;
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

/** Which node is asked next. */
type Drawn = () => ServiceClient;

const AGAIN_AFTER_MS = 50;

/** Everything that clients sent and saw, from one clock, over any number of restarts. */
export class History {
  readonly posts: Post[] = [];
  readonly reads: Read[] = [];
  /** Posts without an answer that were sent again, and how many of them turned out to be applied already. */
  readonly again = { sent: 0, replayed: 0 };
  #awaited: { readonly count: number; resolve(): void } | undefined;

  async post(client: ServiceClient, siteId: string, commands: readonly Command[]): Promise<PostOutcome> {
    const asked = { siteId, commands, key: randomUUID(), sentAt: performance.now() };
    const outcome = outcomeOf(await send(client, asked));
    this.#note({ ...asked, answeredAt: performance.now(), outcome });
    return outcome;
  }

  #note(post: Post): void {
    this.posts.push(post);
    if (this.#awaited !== undefined && this.posts.length >= this.#awaited.count) this.#awaited.resolve();
  }

  /** A caller that goes on under one key, at whichever node, until it is told what became of its batch. */
  async postUntilAnswered(clients: Drawn, siteId: string, commands: readonly Command[]): Promise<PostOutcome> {
    const asked = { siteId, commands, key: randomUUID(), sentAt: performance.now() };
    for (let isEarlierOpen = false; ;) {
      const answer = await send(clients(), asked);
      const outcome = outcomeOf(answer);
      if (outcome.kind === 'accepted' || (outcome.kind === 'rejected' && !isEarlierOpen)) {
        if (answer?.headers.get('Idempotency-Replayed') === 'true') this.again.replayed += 1;
        this.#note({ ...asked, answeredAt: performance.now(), outcome });
        return outcome;
      }
      if (outcome.kind === 'rejected') {
        // An attempt that a frozen node still holds may fit later, and only what is accepted is kept under a key.
        this.#note({ ...asked, answeredAt: Number.POSITIVE_INFINITY, outcome: { kind: 'open' } });
        return outcome;
      }
      isEarlierOpen ||= outcome.kind === 'open';
      this.again.sent += 1;
      await wait(AGAIN_AFTER_MS);
    }
  }

  /** A read that is tried until there is an answer. */
  async readUntilAnswered(clients: Drawn, siteId: string): Promise<readonly Command[]> {
    for (;;) {
      const schedules = await this.read(clients(), siteId).catch(() => undefined);
      if (schedules !== undefined) return schedules;
      await wait(AGAIN_AFTER_MS);
    }
  }

  /** What was left open is sent again under its key, as a client would: it must take effect once. */
  async sendOpenAgain(client: ServiceClient): Promise<void> {
    for (const [index, post] of this.posts.entries()) {
      if (post.outcome.kind !== 'open') continue;
      const answer = await send(client, post);
      this.again.sent += 1;
      this.again.replayed += answer?.headers.get('Idempotency-Replayed') === 'true' ? 1 : 0;
      this.posts[index] = { ...post, answeredAt: performance.now(), outcome: outcomeOf(answer) };
    }
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

async function send(
  client: ServiceClient,
  { siteId, commands, key }: Pick<Post, 'siteId' | 'commands' | 'key'>,
): Promise<Answer | undefined> {
  return await client.postSchedules(siteId, commands, { 'Idempotency-Key': key }).catch(() => undefined);
}

function outcomeOf(answer: Answer | undefined): PostOutcome {
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
