import { type Static, Type } from 'typebox';
import { named, oneOf, text, titled } from '../schema/fields.ts';

/** Every type of event. */
export const EVENT_TYPES = [
  'batch.accepted',
  'batch.superseded',
  'command.accepted',
  'command.rejected',
  'command.limited',
  'site.online',
  'site.offline',
  'site.changed',
  'site.trouble',
  'entry.started',
  'entry.completed',
  'entry.missed',
  'following.deviating',
  'plan.issue',
  'pool.short',
  'pool.restored',
  'pool.member_deviating',
  'pool.member_following',
  'pool.seat_taken',
  'pool.seat_given_back',
  'alert.firing',
  'alert.recovered',
  'audit.sealed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Whether an event of this type happens to a pool. */
export function isPoolEvent(type: EventType): boolean {
  return type.startsWith('pool.');
}

/** Whether an event of this type is of an alert rule: it happens neither on a site nor to a pool. */
export function isAlertEvent(type: EventType): boolean {
  return type.startsWith('alert.');
}

/** Whether an event of this type is of the audit log: it happens to nothing that has an id. */
export function isAuditEvent(type: EventType): boolean {
  return type.startsWith('audit.');
}

export function isEventType(name: string): name is EventType {
  return EVENT_TYPES.some((type) => type === name);
}

export const EventTypeName = named('EventType', EVENT_TYPES, 'The type of the event.');

const NUMBER = String.raw`(0|[1-9]\d{0,14})`;
/** A place in the log: the id of an event, or `oldest`. */
export const EVENT_PLACE = String.raw`^(oldest|${NUMBER}\.${NUMBER}\.${NUMBER}\.${NUMBER})$`;

/** Sent instead of events that are no longer there. */
export const EventGap = titled('EventGap', {
  type: Type.Literal('log.gap', { description: 'That events are missing.' }),
  reason: oneOf(
    ['forgotten', 'restored'],
    '`forgotten`: events after the given id have been deleted. `restored`: a backup was restored that does not contain that event.',
  ),
  message: text('The same for people.'),
});
export type EventGap = Static<typeof EventGap>;

/** Sent first, and in place of events that are not for the reader. */
export const EventLogPosition = titled('EventLogPosition', {
  type: Type.Literal('log.position', { description: 'That this is a place, and no event.' }),
  id: text('The place in the log: send it back as `Last-Event-ID` to resume from there.'),
});
export type EventLogPosition = Static<typeof EventLogPosition>;
