import { randomUUID } from 'node:crypto';
import { type AddedControllerKey, PATHS } from '@setpoint/contract';
import { expect } from 'vitest';
import { parseSse } from '../../client/src/events/parse-sse.ts';
import { at } from './asking-of.ts';
import type { World } from './open-world.ts';

export type SetSites = Awaited<ReturnType<typeof openSetSites>>;

interface SetBatch {
  readonly siteId: string;
  readonly batchId: string;
}

/** For tests: sites that are set and accepted, and the ears of who waits for that or is told of it. */
export async function openSetSites(world: World) {
  /** Somebody sees a and b now and then; c always, and it tells that all before it was told. */
  const sites = { a: await world.site(), b: await world.site(), c: await world.site() };
  const pool = await world.pool([sites.a]);
  const made = await Promise.all(Object.values(sites).map(async (siteId) => [siteId, await addKey(siteId)] as const));
  const keys = new Map<string, AddedControllerKey>(made);

  async function addKey(siteId: string): Promise<AddedControllerKey> {
    return (await world.ask<AddedControllerKey>('POST', at(PATHS.fleetSiteKeys, siteId))).body;
  }
  function keyOf(siteId: string) {
    return { Authorization: `Bearer ${keys.get(siteId)?.controllerKey}` };
  }
  async function set(siteId: string): Promise<SetBatch> {
    const body = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };
    const { status, body: answer } = await world.ask<SetBatch>('POST', at(PATHS.schedules, siteId), { body });
    expect(status).toBe(201);
    return { siteId, batchId: answer.batchId };
  }

  return {
    sites,
    pool,
    set,
    async accept(siteId: string): Promise<void> {
      const as = keyOf(siteId);
      const { revision } = (await world.ask<{ revision: string }>('GET', PATHS.controllerSchedule, { as })).body;
      const schedule = { revision, rejected: [] };
      const body = { session: randomUUID(), sequence: 1, sentAt: new Date().toISOString(), schedule };
      expect((await world.ask('POST', PATHS.controllerReport, { body, as })).status).toBeLessThan(300);
    },
    /** A controller asks for what comes after what there is now; how that is answered. */
    async poll(siteId: string): Promise<{ readonly answer: Promise<number>; readonly again: () => Promise<number> }> {
      const headers = keyOf(siteId);
      const url = world.base + PATHS.controllerSchedule;
      const tag = (await fetch(url, { headers })).headers.get('ETag') ?? '';
      const waiting = { ...headers, 'If-None-Match': tag, Prefer: 'wait=30' };
      const answer = fetch(url, { headers: waiting }).then(({ status }) => status);
      return { answer, again: async () => (await fetch(url, { headers })).status };
    },
    async replaceKey(siteId: string): Promise<void> {
      const keyId = keys.get(siteId)?.keyId ?? '';
      expect((await world.ask('DELETE', at(at(PATHS.fleetSiteKey, siteId), keyId))).status).toBe(204);
      keys.set(siteId, await addKey(siteId));
    },
    earsOf: (authorization: string) => earsOf({ base: world.base, authorization }),
  };
}

interface Hearing {
  /** The node that is listened to. */
  readonly base: string;
  readonly authorization: string;
}

/** For tests: the ears of somebody who waits for batches to be accepted, and is told of those that were set. */
export function earsOf({ base, authorization }: Hearing) {
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
