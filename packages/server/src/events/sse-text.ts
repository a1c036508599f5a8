import { instantText } from '@setpoint/core';
import type { EventGap, FleetEvent } from '@setpoint/contract';
import type { EventPosition, LoggedEvent } from './read-events.ts';

const ID = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** The place of an event, as everybody outside knows it. */
export function eventIdOf({ epoch, tx, n, k }: EventPosition): string {
  return `${epoch}.${tx}.${n}.${k}`;
}

/** Reads an id that was handed out; undefined for anything else. */
export function parseEventId(text: string): EventPosition | undefined {
  const [, epoch, tx, n, k] = ID.exec(text) ?? [];
  return k === undefined ? undefined : { epoch: Number(epoch), tx: Number(tx), n: Number(n), k: Number(k) };
}

// A test compares what is in the log with the schema of each type.
export function fleetEventOf({ position, at, data, ...event }: LoggedEvent): FleetEvent {
  return { id: eventIdOf(position), ...event, at: instantText(at), data: { ...data } } as FleetEvent;
}

/** A place in the log without an event there. It has data, because many readers take a message without any for broken. */
export function positionText(position: EventPosition): string {
  const id = eventIdOf(position);
  return `id: ${id}\nevent: log.position\ndata: ${JSON.stringify({ type: 'log.position', id })}\n\n`;
}

/** That events are missing before a place. It has the id of that place: who read it need not be told again. */
export function gapText(position: EventPosition, gap: EventGap): string {
  return `id: ${eventIdOf(position)}\nevent: log.gap\ndata: ${JSON.stringify(gap)}\n\n`;
}

/** An event as server-sent events carry it. */
export function sseText(event: LoggedEvent): string {
  const { id, type, ...rest } = fleetEventOf(event);
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, ...rest })}\n\n`;
}
