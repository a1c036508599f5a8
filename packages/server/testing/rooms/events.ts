export { type EventTail, openEventTail, storeThatWakes } from '../../src/events/event-tail.ts';
export { readEventBounds } from '../../src/events/read-events.ts';
