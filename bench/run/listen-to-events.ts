import { request, type IncomingMessage } from 'node:http';
import type { Setpoint } from './start-setpoint.ts';

const PATH = '/api/v1/fleet/events?types=batch.accepted';
const BATCH_ID = /"batchId":"([\da-f-]{36})"/g;

/** Listeners to the events, and when each batch came to them. */
export interface Listening extends Disposable {
  /** Resolves with the instants at which every listener had heard of a batch. */
  heard(batchId: string): Promise<readonly number[]>;
}

interface Heard {
  readonly at: number[];
  readonly all: PromiseWithResolvers<readonly number[]>;
}

/** Opens so many streams of events; resolves when all of them have begun. */
export async function listenToEvents(setpoint: Setpoint, listeners: number): Promise<Listening> {
  const batches = new Map<string, Heard>();
  const heardOf = (batchId: string): Heard => {
    const known = batches.get(batchId) ?? { at: [], all: Promise.withResolvers<readonly number[]>() };
    batches.set(batchId, known);
    return known;
  };
  const note = (text: string) => {
    const now = performance.now();
    for (const [, batchId = ''] of text.matchAll(BATCH_ID)) {
      const { at, all } = heardOf(batchId);
      at.push(now);
      if (at.length === listeners) all.resolve(at);
    }
  };
  const streams = await Promise.all(Array.from({ length: listeners }, () => openStream(setpoint, note)));
  return {
    heard: (batchId) => heardOf(batchId).all.promise,
    [Symbol.dispose]() {
      for (const stream of streams) stream.destroy();
    },
  };
}

function openStream({ url, token }: Setpoint, note: (text: string) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(new URL(PATH, url), { agent: false, headers }, (answer) => {
      answer.setEncoding('utf8').on('error', () => undefined);
      // The first message names the place at which the stream begins.
      answer.once('data', () => resolve(answer));
      answer.on('data', note);
    });
    asked.on('error', reject).end();
  });
}
