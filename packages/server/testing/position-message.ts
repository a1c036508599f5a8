import type { EventGap, FleetEvent } from '@setpoint/contract';
import { expect } from 'vitest';

/** The message that a stream begins with. */
export function positionMessage(id: string): string {
  return `id: ${id}\nevent: log.position\ndata: {"type":"log.position","id":"${id}"}\n\n`;
}

export function idOf(event: FleetEvent | EventGap | undefined): string {
  return event !== undefined && 'id' in event ? event.id : expect.unreachable('this is no event');
}
