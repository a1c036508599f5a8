import type { EventOf, FleetEvent } from '@setpoint/contract';

export function isAccepted(event: FleetEvent, siteId: string): event is EventOf<'batch.accepted'> {
  return event.type === 'batch.accepted' && event.siteId === siteId;
}
