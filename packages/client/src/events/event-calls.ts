import { type EventGap, type EventLogPosition, type EventType, type FleetEvent, PATHS } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import { followStream } from './follow-stream.ts';

export interface EventOptions extends CallOptions {
  /** Every type if left out. */
  readonly types?: readonly EventType[];
  /** Only what happened on this site. */
  readonly siteId?: string | undefined;
  /** Only what happened to this pool, and on the sites that were its members at the time. */
  readonly poolId?: string | undefined;
  /** The id of the event to continue after, or `oldest`. If left out, only new events come. */
  readonly after?: string;
  /** Whether to wait for more at the end of the log; true if left out. */
  readonly follow?: boolean;
}

export interface EventCalls {
  /**
   * Events, as they happen. If the connection breaks, the client reconnects and continues: no event is lost, and none
   * comes twice. A `log.gap` among them says that some events are no longer in the log.
   *
   * @example
   * for await (const event of client.events()) {
   *   if (event.type === 'site.offline') console.log(event.siteId, event.data.reason);
   * }
   */
  events(options?: EventOptions): AsyncGenerator<FleetEvent | EventGap>;
}

export function createEventCalls({ open }: Connection): EventCalls {
  return { events: (options = {}) => eventsOf(open, options) };
}

async function* eventsOf(
  open: Connection['open'],
  { types, siteId, poolId, follow = true, timeoutMs, ...options }: EventOptions,
): AsyncGenerator<FleetEvent | EventGap> {
  const connect = (after: string | undefined, signal: AbortSignal) =>
    open(
      { path: PATHS.fleetEvents, query: { types: types?.join(), siteId, poolId, after, follow } },
      { signal, timeoutMs },
    );
  for await (const message of followStream<FleetEvent | EventGap | EventLogPosition>(connect, { ...options, follow })) {
    if (message.type !== 'log.position') yield message;
  }
}
