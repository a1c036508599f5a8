import { Type, type Static } from 'typebox';
import { ASSETS, COMMAND_TYPES } from '../schema/catalogue.ts';
import { REJECT_CODES, type RejectCode } from '../gateway/schema.ts';

const strict = { additionalProperties: false } as const;
const instant = Type.String({ format: 'date-time' });
const orNull = <Value>(type: string, description: string) =>
  Type.Unsafe<Value | null>({ type: [type, 'null'], description });

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
type EntryStateName = (typeof ENTRY_STATES)[number];
const COMMAND_STATES = ['pending', 'accepted', 'rejected', 'held', 'superseded'] as const;
export const SITE_STATES = ['in_sync', 'partial', 'pending', 'unreachable'] as const;
export type SiteStateName = (typeof SITE_STATES)[number];

export const DeliveredEntry = Type.Object(
  {
    startAt: instant,
    endAt: instant,
    value: Type.Number(),
    state: Type.Unsafe<EntryStateName | null>({
      enum: [...ENTRY_STATES, null],
      description: 'null for an entry that had ended when it was first set.',
    }),
    isLate: Type.Boolean({ description: 'Whether the controller first had it after it should have begun.' }),
  },
  { ...strict, title: 'DeliveredEntry' },
);

const commandFields = {
  asset: Type.Enum([...ASSETS]),
  type: Type.Enum([...COMMAND_TYPES]),
  state: Type.Enum([...COMMAND_STATES]),
  code: Type.Unsafe<RejectCode | null>({ enum: [...REJECT_CODES, null], description: 'Why it is rejected.' }),
};

export const DeliveredCommand = Type.Object(
  { ...commandFields, version: Type.Integer(), entries: Type.Array(DeliveredEntry) },
  { ...strict, title: 'DeliveredCommand' },
);

export const SiteDelivery = Type.Object(
  {
    siteId: Type.String({ format: 'uuid' }),
    state: Type.Enum([...SITE_STATES]),
    version: Type.Integer({ description: 'Of the schedule that is set.' }),
    revision: Type.String(),
    appliedVersion: orNull<number>(
      'integer',
      'Of the schedule that the controller reported last, if it is one of ours.',
    ),
    appliedRevision: orNull<string>('string', 'As the controller reported it.'),
    isOnline: Type.Boolean(),
    reportedAt: orNull<string>('string', 'When the last report came.'),
    clockOffsetMs: orNull<number>('integer', "By how much the controller's clock is behind."),
    isClockOff: Type.Boolean({ description: 'Whether that is more than 2 s.' }),
    protocolErrors: Type.Integer({ description: 'How many reports were refused.' }),
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
  { ...strict, title: 'SiteDelivery', description: 'What has become of everything that is set on a site.' },
);
export type SiteDelivery = Static<typeof SiteDelivery>;

export const BatchDelivery = Type.Object(
  {
    batchId: Type.String({ format: 'uuid' }),
    siteId: Type.String({ format: 'uuid' }),
    version: Type.Integer(),
    acceptedAt: instant,
    state: Type.Enum([...COMMAND_STATES], { description: 'The worst of its commands that still stand.' }),
    commands: Type.Array(Type.Object(commandFields, strict)),
  },
  { ...strict, title: 'BatchDelivery', description: 'What has become of one batch.' },
);
export type BatchDelivery = Static<typeof BatchDelivery>;

export const ControllerKey = Type.Object(
  {
    keyId: Type.String({ format: 'uuid' }),
    createdAt: instant,
    lastUsedAt: orNull<string>('string', 'To the minute.'),
  },
  { ...strict, title: 'ControllerKey' },
);
export type ControllerKey = Static<typeof ControllerKey>;

export const ControllerKeyList = Type.Object(
  { keys: Type.Array(ControllerKey) },
  { ...strict, title: 'ControllerKeyList' },
);
export type ControllerKeyList = Static<typeof ControllerKeyList>;

export const AddControllerKeyResponse = Type.Object(
  { keyId: Type.String({ format: 'uuid' }), controllerKey: Type.String({ description: 'Shown once.' }) },
  { ...strict, title: 'AddControllerKeyResponse' },
);
export type AddControllerKeyResponse = Static<typeof AddControllerKeyResponse>;
