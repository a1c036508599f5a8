import { Type, type Static } from 'typebox';
import { instant, oneOf, text, titled, uuid } from '../schema/fields.ts';

/** Everything that is told. */
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

export const FleetEvent = titled('FleetEvent', {
  id: text('Names the event and its place; send the last one back as `Last-Event-ID`.'),
  type: oneOf(EVENT_TYPES),
  siteId: uuid(),
  at: instant('When it happened, which may be before it was written.'),
  data: Type.Record(text(), Type.Unknown(), { description: 'What belongs to its type.' }),
});
export type FleetEvent = Static<typeof FleetEvent>;

/** Sent in place of events that cannot be had any more. */
export const EventGap = titled('EventGap', {
  type: Type.Literal('log.gap'),
  reason: oneOf(
    ['forgotten', 'restored'],
    'The events behind the given id were let go of; or a backup was restored in which that event never was.',
  ),
  message: text(),
});
export type EventGap = Static<typeof EventGap>;
