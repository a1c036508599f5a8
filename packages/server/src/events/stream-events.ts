import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Sight } from '../access/sight.ts';
import type { EventPosition } from './read-events.ts';
import { positionText, sseText } from './sse-text.ts';
import {
  type EventReading,
  eventsFor,
  type EventStart,
  type EventWish,
  isFarBack,
  type KnownEvents,
  visibleEvents,
} from './events-after.ts';

const HEARTBEAT_MS = 15_000;
// Whoever is shut out hears nothing more, and within this time nothing at all.
const ASK_EVERY_MS = 2_000;
// A client that reads nothing for so long is disconnected; it can resume without loss.
const SLOWEST_MS = 10_000;

// Who does not wait for more is told all that is written, also what was not looked for yet.
const NOTHING_KNOWN: KnownEvents = { after: () => undefined };

export interface EventStreaming extends EventReading {
  readonly sight: Sight;
  readonly wish: EventWish;
  readonly start: EventStart;
  /** Whether to wait for more at the end of the log. */
  readonly isTailed: boolean;
  /** Whether the caller is still who it was; asked now and then. */
  readonly isStillGood: () => Promise<boolean>;
  /** Waits for the caller's turn to read what lies far back. */
  readonly turn: () => Promise<void>;
}

/** Writes events to a response until either side ends it; resolves then. */
export async function streamEvents(response: ServerResponse, streaming: EventStreaming): Promise<void> {
  const { tail, start, isTailed, isStillGood } = streaming;
  let { position } = start;
  // A connection that breaks before the first event must be resumed from here.
  response.write(positionText(position));
  if (start.gap !== undefined) response.write(`event: log.gap\ndata: ${JSON.stringify(start.gap)}\n\n`);
  const heartbeat = beat(response);
  const asking = endOnceShutOut(response, isStillGood);
  try {
    while (!response.closed && !response.writableEnded && !tail.isStopped()) {
      const news = tail.news();
      const next = await sendPage(response, streaming, position);
      if (next === 'over') return;
      if (next !== 'end') position = next;
      else if (isTailed) await newsOrClose(response, news);
      else return;
    }
  } finally {
    clearInterval(heartbeat);
    clearInterval(asking);
    endOrCut(response);
  }
}

/** Writes what is behind a place; the place behind that, or that there was nothing, or that it is over. */
async function sendPage(
  response: ServerResponse,
  { store, tail, sight, isTailed, wish, turn }: EventStreaming,
  position: EventPosition,
): Promise<EventPosition | 'end' | 'over'> {
  const known = isTailed ? tail : NOTHING_KNOWN;
  if (isFarBack(known, position)) await turn();
  const page = await eventsFor({ store, tail: known }, wish, position);
  if (page === undefined) return 'end';
  const { events, end } = page;
  const visible = await visibleEvents(sight, wish, events);
  if (visible === undefined) return 'over';
  // The place moves on past what is not shown, so that nobody who resumes looks at it again.
  const skipped = visible.at(-1)?.position === end ? '' : positionText(end);
  const isTaken = response.write(visible.map(sseText).join('') + skipped) || (await drains(response));
  return isTaken ? end : 'over';
}

function newsOrClose(response: ServerResponse, news: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('close', end);
      resolve();
    };
    response.once('close', end);
    void news.then(end);
  });
}

function beat(response: ServerResponse): NodeJS.Timeout {
  return setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
}

function endOnceShutOut(response: ServerResponse, isStillGood: () => Promise<boolean>): NodeJS.Timeout {
  return setInterval(() => {
    isStillGood().then(
      (isGood) => isGood || response.end(),
      () => response.end(),
    );
  }, ASK_EVERY_MS);
}

async function drains(response: ServerResponse): Promise<boolean> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), SLOWEST_MS);
  const { signal } = patience;
  try {
    const ways = [once(response, 'drain', { signal }), once(response, 'close', { signal })];
    await Promise.race(ways);
    return !response.closed;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    patience.abort();
  }
}

function endOrCut(response: ServerResponse): void {
  if (response.writableNeedDrain) response.destroy();
  else response.end();
}
