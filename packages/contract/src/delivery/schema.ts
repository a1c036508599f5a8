import { Type, type Static } from 'typebox';
import { REJECT_CODES } from '../gateway/schema.ts';
import {
  boolean,
  closed,
  instant,
  integer,
  integerOrNull,
  number,
  oneOf,
  oneOfOrNull,
  pair,
  text,
  textOrNull,
  titled,
  uuid,
} from '../schema/fields.ts';

const ENTRY_STATES = [
  'scheduled',
  'executing',
  'executing_assumed',
  'completed',
  'missed',
  'rejected',
  'held',
  'superseded',
] as const;
const COMMAND_STATES = ['pending', 'accepted', 'rejected', 'held', 'superseded'] as const;
export const SITE_STATES = ['in_sync', 'partial', 'pending', 'unreachable'] as const;
export type SiteStateName = (typeof SITE_STATES)[number];

export const DeliveredEntry = titled('DeliveredEntry', {
  startAt: instant(),
  endAt: instant(),
  value: number(),
  state: oneOfOrNull(ENTRY_STATES, 'null for an entry that had ended when it was first set.'),
  isLate: boolean('Whether the controller first had it after it should have begun.'),
});

const commandFields = {
  ...pair,
  state: oneOf(COMMAND_STATES),
  code: oneOfOrNull(REJECT_CODES, 'Why it is rejected.'),
};

export const DeliveredCommand = titled('DeliveredCommand', {
  ...commandFields,
  version: integer(),
  entries: Type.Array(DeliveredEntry),
});

export const SiteDelivery = titled(
  'SiteDelivery',
  {
    siteId: uuid(),
    state: oneOf(SITE_STATES),
    version: integer('Of the schedule that is set.'),
    revision: text(),
    appliedVersion: integerOrNull('Of the schedule that the controller reported last, if it is one of ours.'),
    appliedRevision: textOrNull('As the controller reported it.'),
    isOnline: boolean(),
    reportedAt: textOrNull('When the last report came.'),
    clockOffsetMs: integerOrNull("By how much the controller's clock is behind."),
    isClockOff: boolean('Whether that is more than 2 s.'),
    protocolErrors: integer('How many reports were refused.'),
    lastProtocolError: Type.Unsafe<{ at: string; reason: string } | null>({
      anyOf: [
        {
          type: 'object',
          properties: { at: { type: 'string', format: 'date-time' }, reason: { type: 'string' } },
          required: ['at', 'reason'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    }),
    commands: Type.Array(DeliveredCommand),
  },
  { description: 'What has become of everything that is set on a site.' },
);
export type SiteDelivery = Static<typeof SiteDelivery>;

export const BatchDelivery = titled(
  'BatchDelivery',
  {
    batchId: uuid(),
    siteId: uuid(),
    version: integer(),
    acceptedAt: instant(),
    state: oneOf(COMMAND_STATES, 'The worst of its commands that still stand.'),
    commands: Type.Array(closed(commandFields)),
  },
  { description: 'What has become of one batch.' },
);
export type BatchDelivery = Static<typeof BatchDelivery>;
