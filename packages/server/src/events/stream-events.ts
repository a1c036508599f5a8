import type { ServerResponse } from 'node:http';
import type { Sight } from '../access/sight.ts';
import { keepSse, type SseResponse } from '../http/sse-response.ts';
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
  const open = keepSse(response, isStillGood);
  try {
    while (open.isOpen() && !tail.isStopped()) {
      const news = tail.news();
      const next = await sendPage(open, streaming, position);
      if (next === 'over') return;
      if (next !== 'end') position = next;
      else if (isTailed) await open.newsOrClose(news);
      else return;
    }
  } finally {
    open.end();
  }
}

/** Writes what is behind a place; the place behind that, or that there was nothing, or that it is over. */
async function sendPage(
  open: SseResponse,
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
  return (await open.write(visible.map(sseText).join('') + skipped)) ? end : 'over';
}
