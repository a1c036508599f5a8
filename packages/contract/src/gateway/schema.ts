import { Type, type Static } from 'typebox';
import { DeviceTreeNode } from '../devices/schema.ts';
import { parseSiteId, type SiteId } from '../sites/site-id.ts';
import { ASSETS, COMMAND_TYPES } from '../schema/catalogue.ts';
import { instant, number, orNull, uuid } from '../schema/fields.ts';

// Every schema here is open: both sides ignore properties that they do not know, so either can be extended first.
const token = (description: string) => Type.String({ pattern: '^[!-~]{1,128}$', description });
const revision = token(
  'The name of one state of the schedule. Two revisions are equal or they differ; neither is newer.',
);

/** A name that a later version may add to: who does not know one refuses what it names, and nothing else. */
const open = (description: string, known: readonly string[]) =>
  Type.String({
    pattern: '^[\\w-]{1,64}$',
    description: `${description} Today: ${known.join(', ')}.`,
    examples: known.slice(0, 1),
  });

const openPair = {
  asset: open('The asset group.', ASSETS),
  type: open('The schedules in force.', COMMAND_TYPES),
};

/** Ways beside the schedule. */
const LANES = ['orders'] as const;
export type Lane = (typeof LANES)[number];

export const SnapshotEntry = Type.Object(
  {
    startAt: instant('The start of the range, in UTC with milliseconds.'),
    endAt: instant('The end of the range, not included.'),
    value: number('The value that is set.'),
  },
  { title: 'SnapshotEntry' },
);
export type SnapshotEntry = Static<typeof SnapshotEntry>;

export const SnapshotCommand = Type.Object(
  { ...openPair, entries: Type.Array(SnapshotEntry, { description: 'Sorted by `startAt`, without overlaps.' }) },
  { title: 'SnapshotCommand' },
);
export type SnapshotCommand = Static<typeof SnapshotCommand>;

export const ScheduleSnapshot = Type.Object(
  {
    revision,
    issuedAt: instant('When the service wrote this snapshot.'),
    holdSeconds: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      description:
        'If the controller has been disconnected for longer than this, it acts as if nothing were set. null: it carries on.',
    }),
    commands: Type.Array(SnapshotCommand, { description: 'Everything that is set and has not ended.' }),
    offers: Type.Optional(
      Type.Array(open('An optional feature that the service offers.', LANES), {
        description: 'The optional features of the service. A controller that uses one lists it in `takes`.',
      }),
    ),
  },
  { title: 'ScheduleSnapshot', description: 'The whole schedule of one site, for its controller.' },
);
export type ScheduleSnapshot = Static<typeof ScheduleSnapshot>;

/** Why a controller does not carry out a command. It acts as if a command that it rejects were not set. */
export const REJECTION_MEANING = {
  unsupported: 'it cannot carry out such a command',
  asset_missing: 'the site has no such asset',
  out_of_range: 'the device cannot take this value',
  too_many_entries: 'it cannot hold that many entries',
  internal: 'something failed in the controller',
} as const;
export const REJECT_CODES = Object.keys(REJECTION_MEANING) as (keyof typeof REJECTION_MEANING)[];
/** Controllers may have codes of their own, which are shown as they are. */
export type RejectCode = string;

export const RejectionCode = open(
  'Why a controller does not carry out a command; it may have codes of its own.',
  REJECT_CODES,
);

export const RejectedCommand = Type.Object(
  { ...openPair, code: RejectionCode, message: Type.Optional(Type.String({ maxLength: 1_000 })) },
  { title: 'RejectedCommand' },
);
export type RejectedCommand = Static<typeof RejectedCommand>;

/** Why a command is carried out in part. */
const LIMITATION_MEANING = {
  soc: 'the storage is full or empty',
  rating: 'the devices can do no more',
  limit: 'a limit or the rating of the connection point leaves no more',
} as const;

export const LimitedBy = open(
  `The cause of the limit (${Object.entries(LIMITATION_MEANING)
    .map(([by, meaning]) => `\`${by}\`: ${meaning}`)
    .join('; ')}); a controller may have causes of its own.`,
  Object.keys(LIMITATION_MEANING),
);

export const LimitedCommand = Type.Object(
  {
    ...openPair,
    by: LimitedBy,
    kW: number(
      'The power in its place: for a setpoint or an activation what is given of it, for a limit what the connection point has.',
    ),
  },
  { title: 'LimitedCommand' },
);
export type LimitedCommand = Static<typeof LimitedCommand>;

/** What each of some names means, as one text. */
export function meaningText(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' ');
}

/** Why what is measured cannot be true. */
export const IMPLAUSIBLE_MEANING = {
  power_frozen:
    'the connection point shows the very same power for 60 s or longer, while the storage moved by its order',
  step_missing: 'the storage moved by its orders three times in a row, and the connection point did not move with it',
  step_reversed: 'the connection point moved the other way three times: its sign, or that of the storage, is turned',
  order_echoed:
    'the storage shows exactly what it is ordered, three times in a row, and the connection point did not move with it',
  balance: 'all assets are measured, and in three reports in a row what they give is not what they take',
  soc_stuck: 'the state of charge does not move with the power of the storage',
  soc_reversed: 'the state of charge moves the other way than the power of the storage moves it',
  frequency_frozen: 'the frequency does not change at all while FCR is booked; reported by the controller',
} as const;
export type ImplausibleReason = keyof typeof IMPLAUSIBLE_MEANING;
export const IMPLAUSIBLE_REASONS = Object.keys(IMPLAUSIBLE_MEANING) as ImplausibleReason[];
export const IMPLAUSIBLE_TEXT = meaningText(IMPLAUSIBLE_MEANING);

/** What a controller says is wrong on its side. */
export const TOLD_TROUBLE_MEANING = {
  order_lost: 'a device drops what was written to it again and again, and it is written anew each time',
  disk_full: 'the controller cannot write to its disk: it goes on with the schedule that it has',
  same_serial: 'two devices of the site have one serial number, and may be one device',
  implausible: 'what is measured cannot be true, as `reason` says',
} as const;
export type ToldTroubleCode = keyof typeof TOLD_TROUBLE_MEANING;
export const TOLD_TROUBLES = Object.keys(TOLD_TROUBLE_MEANING) as ToldTroubleCode[];

export const ToldTrouble = Type.Object(
  {
    code: open(
      `The kind of trouble. ${meaningText(TOLD_TROUBLE_MEANING)} A service passes over a code that it does not know.`,
      TOLD_TROUBLES,
    ),
    asset: Type.Optional(open('The asset group that it is about, if it is about one.', ASSETS)),
    reason: Type.Optional(open('With `implausible`: why.', IMPLAUSIBLE_REASONS)),
    message: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'The same for people, such as which device, and how often.' }),
    ),
  },
  { title: 'ToldTrouble' },
);
export type ToldTrouble = Static<typeof ToldTrouble>;

const AppliedSchedule = Type.Object(
  {
    revision,
    rejected: Type.Array(RejectedCommand, { maxItems: 100 }),
    limited: Type.Optional(
      Type.Array(LimitedCommand, {
        maxItems: 100,
        description: 'The commands that the controller applied, and can serve only in part now.',
      }),
    ),
  },
  {
    title: 'AppliedSchedule',
    description: 'The snapshot that was last applied, and the commands in it that the controller rejects.',
  },
);
export type AppliedSchedule = Static<typeof AppliedSchedule>;

export const Report = Type.Object(
  {
    session: token('Identifies one connection of the controller, or over HTTPS one start of it.'),
    sequence: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Grows with each report of a session.',
    }),
    sentAt: instant("The time by the controller's clock."),
    schedule: orNull(AppliedSchedule, 'null if no snapshot has been applied yet.'),
    devices: Type.Optional(DeviceTreeNode),
    troubles: Type.Optional(
      Type.Array(ToldTrouble, {
        maxItems: 20,
        description: 'The troubles of the controller, in each report for as long as they last.',
      }),
    ),
    takes: Type.Optional(
      Type.Array(open('A feature that the controller uses.', LANES), {
        maxItems: 20,
        description:
          'The features of `offers` that it uses. With `orders`, orders come by their own way; without, they are entries of the snapshot.',
      }),
    ),
  },
  { title: 'Report', description: 'The state of one site, from its controller.' },
);
export type Report = Static<typeof Report>;

export const ReportAnswer = Type.Object(
  { revision, serverTime: instant("The time by the service's clock.") },
  { title: 'ReportAnswer' },
);
export type ReportAnswer = Static<typeof ReportAnswer>;

export const Order = Type.Object(
  {
    service: open('The service, whose activation it takes the place of.', ['afrr', 'mfrr']),
    poolId: Type.Optional(uuid('The pool that is asked. Older services leave it out.')),
    sequence: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The number of the signal that it is a share of. It grows within its pool.',
    }),
    kW: number('The activation to give; plus is import.'),
    validUntil: instant('When it ends by itself, and what is set holds again. In the past: it ended early.'),
  },
  {
    title: 'Order',
    description:
      'The share of one site in what a pool is asked for now. Of each service the last one counts; drop one whose sequence is below that of the order in force of the same pool.',
  },
);
export type Order = Static<typeof Order>;

export const OrderList = Type.Object(
  {
    orders: Type.Array(Order, {
      description:
        'The orders in force, at most one for each service. Ahead of one there may be some of other pools that have ended.',
    }),
  },
  { title: 'OrderList', description: 'All orders of a site that are in force.' },
);
export type OrderList = Static<typeof OrderList>;

/** The keep-alive of MQTT; a connection that is silent for one and a half times as long is closed. */
export const KEEP_ALIVE_SECONDS = 30;

const TOPIC = /^sites\/v1\/([^/]+)\/(?:(schedule)(?:\/([1-9]\d{0,3})h)?|(report|order))$/;
export type TopicKind = 'schedule' | 'report' | 'order';

/** The most hours that a controller can ask to see ahead: a year. */
export const MAX_HORIZON_HOURS = 8_784;

/** The topics of every site, as a pattern for documents. */
export const TOPIC_PATTERNS = {
  schedule: 'sites/v1/{siteId}/schedule',
  report: 'sites/v1/{siteId}/report',
  order: 'sites/v1/{siteId}/order',
} as const;

/** The MQTT topic of a site's snapshots, of its reports or of its orders. */
export function siteTopic(siteId: SiteId, kind: TopicKind): string {
  return TOPIC_PATTERNS[kind].replace('{siteId}', siteId);
}

/** The MQTT topic of snapshots that end so many hours ahead; of whole ones if that is left out. */
export function scheduleTopic(siteId: SiteId, horizonHours?: number): string {
  const topic = siteTopic(siteId, 'schedule');
  return horizonHours === undefined ? topic : `${topic}/${horizonHours}h`;
}

interface SiteTopic {
  readonly siteId: SiteId;
  readonly kind: TopicKind;
  readonly horizonHours?: number;
}

/** What a topic names; undefined for any topic that is not of a site, and for wildcards. */
export function parseSiteTopic(topic: string): SiteTopic | undefined {
  const [, id = '', schedule, hours, other] = TOPIC.exec(topic) ?? [];
  const siteId = parseSiteId(id);
  const horizonHours = Number(hours ?? 1);
  if (siteId === undefined || horizonHours > MAX_HORIZON_HOURS) return undefined;
  const kind = schedule === undefined ? other : 'schedule';
  if (kind === undefined) return undefined;
  return { siteId, kind: kind as TopicKind, ...(hours === undefined ? {} : { horizonHours }) };
}
