import type { EventType } from '@setpoint/contract';

/** Something that happened on a site, to a pool or to the audit log, or an alert. */
export interface NewEvent {
  readonly type: EventType;
  /** When it happened; when it is written, if left out. */
  readonly at?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events as the log has them; of those that happen when their row is written, the row says when. */
export function writeEvents(events: readonly NewEvent[], rowAt: number): string {
  return JSON.stringify(
    events.map(({ type, at = rowAt, data }) => (at === rowAt ? { type, data } : { type, at, data })),
  );
}
