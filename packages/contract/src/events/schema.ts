import { Type, type Static } from 'typebox';
import { instant, named, oneOf, text, titled, uuid } from '../schema/fields.ts';

/** Every type of event. */
export const EVENT_TYPES = [
  'batch.accepted',
  'batch.superseded',
  'command.accepted',
  'command.rejected',
  'site.online',
  'site.offline',
  'site.changed',
  'entry.started',
  'entry.completed',
  'entry.missed',
  'following.deviating',
  'plan.issue',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(name: string): name is EventType {
  return EVENT_TYPES.some((type) => type === name);
}

export const EventTypeName = named('EventType', EVENT_TYPES, 'What happened.');

export const FleetEvent = titled('FleetEvent', {
  id: text('Identifies the event and its place in the log. To resume, send the last one back as `Last-Event-ID`.'),
  type: EventTypeName,
  siteId: uuid(),
  at: instant('When it happened, which may be earlier than when it was written.'),
  data: Type.Record(text(), Type.Unknown(), { description: 'What belongs to this type of event.' }),
});
export type FleetEvent = Static<typeof FleetEvent>;

const NUMBER = String.raw`(0|[1-9]\d{0,14})`;
/** A place in the log: the id of an event, or `oldest`. */
export const EVENT_PLACE = String.raw`^(oldest|${NUMBER}\.${NUMBER}\.${NUMBER}\.${NUMBER})$`;

/** Sent instead of events that are no longer there. */
export const EventGap = titled('EventGap', {
  type: Type.Literal('log.gap'),
  reason: oneOf(
    ['forgotten', 'restored'],
    '`forgotten`: events after the given id have been deleted. `restored`: a backup was restored that does not contain that event.',
  ),
  message: text(),
});
export type EventGap = Static<typeof EventGap>;
