import { FleetEvent } from '@setpoint/contract';
import { shapeOf } from '../src/wire/value-or-throw.ts';

const check = shapeOf(FleetEvent);

/** What differs from what the document says of events. */
export function eventFaults(events: readonly unknown[]): unknown[] {
  return events.flatMap((event) => {
    const shape = check(event);
    return shape.kind === 'valid' ? [] : [{ event, faults: shape.explain() }];
  });
}
