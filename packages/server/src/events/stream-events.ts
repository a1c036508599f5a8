import type { ServerResponse } from 'node:http';
import type { Sight } from '../access/sight.ts';
import { keepSse, type SseResponse } from '../http/send/sse-response.ts';
import type { EventPosition, LoggedEvent } from './read-events.ts';
import { gapText, positionText, sseText } from './sse-text.ts';
import {
  type EventReading,
  type EventsSeen,
  eventsFor,
  type EventStart,
  type EventWish,
  isFarBack,
  isForOperators,
  type KnownEvents,
  seeEvents,
} from './events-after.ts';

// Who does not wait for more is told all that is written, also what was not looked for yet.
const NOTHING_KNOWN: KnownEvents = { after: () => undefined };

type Hearing = Pick<EventWish, 'hearsAsOperator'>;

export interface EventStreaming extends EventReading {
  readonly sight: Sight;
  readonly wish: EventWish;
  readonly start: EventStart;
  /** Whether to wait for more at the end of the log. */
  readonly isTailed: boolean;
  /** What the caller may hear now, undefined once it is shut out; asked now and then, and after each page was read. */
  readonly hearing: () => Promise<Hearing | undefined>;
  /** Waits for the caller's turn to read what lies far back. */
  readonly turn: () => Promise<void>;
}

/** Writes events to a response until either side ends it; resolves then. */
export async function streamEvents(response: ServerResponse, streaming: EventStreaming): Promise<void> {
  const { tail, start, isTailed, hearing } = streaming;
  let { position } = start;
  // Before the position: who is cut off in between resumes from where it was, and is told of the gap again.
  if (start.gap !== undefined) response.write(gapText(position, start.gap));
  // A connection that breaks before the first event must be resumed from here.
  response.write(positionText(position));
  const open = keepSse(response, async () => (await hearing()) !== undefined);
  const noHurry = isTailed ? tail.hurry() : undefined;
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
    noHurry?.();
    open.end();
  }
}

/** Writes what is behind a place; the place behind that, or that there was nothing, or that it is over. */
async function sendPage(
  open: SseResponse,
  streaming: EventStreaming,
  position: EventPosition,
): Promise<EventPosition | 'end' | 'over'> {
  const { store, tail, isTailed, wish, turn } = streaming;
  const known = isTailed ? tail : NOTHING_KNOWN;
  if (isFarBack(known, position)) await turn();
  const page = await eventsFor({ store, tail: known }, wish, position);
  if (page === undefined) return 'end';
  const { events, end } = page;
  const heard = await heardEvents(streaming, events);
  if (heard === undefined) return 'over';
  const told = heard.visible.map(sseText).join('') + skippedText(streaming, heard, end);
  return told === '' || (await open.write(told)) ? end : 'over';
}

/** The place moves on past what is not shown, so that nobody who resumes looks at it again. */
function skippedText(
  { wish, isTailed }: EventStreaming,
  { visible, seesAllSites }: EventsSeen,
  end: EventPosition,
): string {
  // Who sees some sites alone, and waits, would count what happens on the others.
  const isTold = seesAllSites || wish.hearsAsOperator || !isTailed;
  return !isTold || visible.at(-1)?.position === end ? '' : positionText(end);
}

/** Those that the caller may hear; undefined for one that is shut out. */
async function heardEvents(
  { sight, wish, hearing }: EventStreaming,
  events: readonly LoggedEvent[],
): Promise<EventsSeen | undefined> {
  const seen = await seeEvents(sight, wish, events);
  if (seen === undefined || seen.visible.length === 0) return seen;
  // Behind what was read: of what came after its end, whoever is shut out hears nothing.
  const now = await hearing();
  if (now === undefined) return undefined;
  if (now.hearsAsOperator) return seen;
  return { ...seen, visible: seen.visible.filter((event) => !isForOperators(event)) };
}
