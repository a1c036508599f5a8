import { Type, type Static } from 'typebox';

const strict = { additionalProperties: false } as const;

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

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}

export const FleetEvent = Type.Object(
  {
    id: Type.String({ description: 'Names the event and its place; send the last one back as `Last-Event-ID`.' }),
    type: Type.Enum([...EVENT_TYPES]),
    siteId: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time', description: 'When it happened, which may be before it was written.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'What belongs to its type.' }),
  },
  { ...strict, title: 'FleetEvent' },
);
export type FleetEvent = Static<typeof FleetEvent>;

/** Sent in place of events that cannot be had any more. */
export const EventGap = Type.Object(
  {
    type: Type.Literal('log.gap'),
    reason: Type.Enum(['forgotten', 'restored'], {
      description:
        'The events behind the given id were let go of; or a backup was restored in which that event never was.',
    }),
    message: Type.String(),
  },
  { ...strict, title: 'EventGap' },
);
export type EventGap = Static<typeof EventGap>;
