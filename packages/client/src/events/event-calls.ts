import { type EventGap, type EventLogPosition, type EventType, type FleetEvent, PATHS } from '@setpoint/contract';
import { isPassing } from '../http/is-passing.ts';
import { backoffMs } from '../http/backoff-ms.ts';
import { waitMs } from '../http/wait-ms.ts';
import type { Connection } from '../identity/connection.ts';
import { parseSse } from './parse-sse.ts';

export interface EventOptions {
  /** Every type if left out. */
  readonly types?: readonly EventType[];
  /** Only what happened to this pool, and on the sites that were its members at the time. */
  readonly poolId?: string | undefined;
  /** The id of the event to continue after, or `oldest`. If left out, only new events come. */
  readonly after?: string;
  /** Whether to wait for more at the end of the log; true if left out. */
  readonly follow?: boolean;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

export interface EventCalls {
  /**
   * Events, as they happen. If the connection breaks, the client reconnects and continues: no event is lost, and none
   * comes twice. A `log.gap` among them says that some events are no longer in the log.
   *
   * @example
   * for await (const event of client.events({ types: ['site.offline'] })) console.log(event.type, event.siteId);
   */
  events(options?: EventOptions): AsyncGenerator<FleetEvent | EventGap>;
}

export function createEventCalls({ open }: Connection): EventCalls {
  return { events: (options = {}) => eventsOf(open, options) };
}

async function* eventsOf(open: Connection['open'], options: EventOptions): AsyncGenerator<FleetEvent | EventGap> {
  const { types, poolId, follow = true, signal = new AbortController().signal } = options;
  const place: Place = { after: options.after, failures: 0, retryMs: 0, signal };
  while (!signal.aborted) {
    const query = { types: types?.join(), poolId, after: place.after, follow };
    try {
      yield* readOnce(place, () => open({ path: PATHS.fleetEvents, query }, signal));
      if (!follow) return;
    } catch (cause) {
      if (!isPassing(cause) && !signal.aborted) throw cause;
    }
    place.failures += 1;
    await waitMs(place.retryMs + backoffMs(place.failures), signal);
  }
}

interface Place {
  after: string | undefined;
  /** How many connections in a row brought nothing. */
  failures: number;
  /** The wait before reconnecting that the service asked for. */
  retryMs: number;
  readonly signal: AbortSignal;
}

async function* readOnce(place: Place, connect: () => Promise<AsyncIterable<Uint8Array>>) {
  for await (const { id, data, retryMs } of parseSse(await connect())) {
    // What had arrived by then is not shown any more.
    if (place.signal.aborted) return;
    place.failures = 0;
    place.after = id ?? place.after;
    place.retryMs = retryMs ?? place.retryMs;
    if (data === '') continue;
    const message = JSON.parse(data) as FleetEvent | EventGap | EventLogPosition;
    if (message.type !== 'log.position') yield message;
  }
}
