import { PATHS } from '@setpoint/contract';
import { expect } from 'vitest';
import { parseSse } from '../../client/src/events/parse-sse.ts';
import { at } from './asking-of.ts';

interface SetBatch {
  readonly siteId: string;
  readonly batchId: string;
}

interface Hearing {
  /** The node that is listened to. */
  readonly base: string;
  readonly authorization: string;
}

/** For tests: a caller that waits for batches to be accepted, and listens for those that were set. */
export function waitingCaller({ base, authorization }: Hearing) {
  const headers = { Authorization: authorization };
  const leaving = new AbortController();
  const signal = leaving.signal;
  return {
    async status(siteId: string): Promise<number> {
      return (await fetch(base + at(PATHS.fleetSiteDelivery, siteId), { headers })).status;
    },
    waitFor,
    async listen() {
      const answer = await fetch(base + PATHS.fleetEvents, { headers, signal });
      expect(answer.status).toBe(200);
      return toldBy(answer);
    },
    leave: () => leaving.abort(),
  };

  /** Waits for a batch to be accepted, as a client does that set it. */
  async function waitFor({ siteId, batchId }: SetBatch) {
    const path = `${at(PATHS.fleetBatch, batchId)}?wait=accepted&timeout=30`;
    const answer = fetch(base + path, { headers, signal }).then(({ status }) => status);
    answer.catch(() => undefined);
    return { siteId, answer };
  }
}

function toldBy(answer: Response) {
  const messages = parseSse(answer.body ?? new ReadableStream())[Symbol.asyncIterator]();
  async function next(): Promise<string | undefined> {
    for (;;) {
      const { done = false, value } = await messages.next();
      if (done) return undefined;
      if (value.data === '') continue;
      const event = JSON.parse(value.data) as { type: string; data: { batchId: string } };
      if (event.type === 'batch.accepted') return event.data.batchId;
    }
  }
  return {
    // A body that nobody reads yet is cancelled once nobody holds its answer.
    answer,
    /** The batches that it tells of until this one. */
    async upTo(batchId: string): Promise<string[]> {
      const heard: string[] = [];
      while (heard.at(-1) !== batchId) {
        const one = await next();
        if (one === undefined) throw new Error('the stream ended');
        heard.push(one);
      }
      return heard;
    },
    /** The batches that it tells of until it ends. */
    async rest(): Promise<string[]> {
      const heard: string[] = [];
      for (let one = await next(); one !== undefined; one = await next()) heard.push(one);
      return heard;
    },
  };
}
