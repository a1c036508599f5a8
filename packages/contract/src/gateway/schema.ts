import { Type, type Static } from 'typebox';
import { ReportedDeviceTreeNode } from '../devices/schema.ts';
import { parseSiteId, type SiteId } from '../sites/site-id.ts';
import { instant, number, oneOf, orNull, pair } from '../schema/fields.ts';

// Every schema here is open: both sides ignore properties they do not know, so that either can be extended first.
const token = (description: string) => Type.String({ pattern: '^[!-~]{1,128}$', description });
const revision = token('Names one state of the schedule; only equal or not equal to another.');

export const SnapshotEntry = Type.Object(
  { startAt: instant('UTC, milliseconds.'), endAt: instant('UTC, milliseconds; not included.'), value: number() },
  { title: 'SnapshotEntry' },
);
export type SnapshotEntry = Static<typeof SnapshotEntry>;

export const SnapshotCommand = Type.Object(
  { ...pair, entries: Type.Array(SnapshotEntry, { description: 'By startAt, without overlap.' }) },
  { title: 'SnapshotCommand' },
);
export type SnapshotCommand = Static<typeof SnapshotCommand>;

export const ScheduleSnapshot = Type.Object(
  {
    revision,
    issuedAt: instant('When the service wrote this document.'),
    holdSeconds: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      description: 'Cut off for longer, the controller acts as if nothing were set; null: never.',
    }),
    commands: Type.Array(SnapshotCommand, { description: 'Everything set that has not ended.' }),
  },
  { title: 'ScheduleSnapshot', description: 'The whole schedule of one site, sent down.' },
);
export type ScheduleSnapshot = Static<typeof ScheduleSnapshot>;

/** Why a controller does not carry out a command; what it rejects it treats as unset. */
export const REJECT_CODES = ['unsupported', 'asset_missing', 'out_of_range', 'too_many_entries', 'internal'] as const;
export type RejectCode = (typeof REJECT_CODES)[number];

export const RejectedCommand = Type.Object(
  { ...pair, code: oneOf(REJECT_CODES), message: Type.Optional(Type.String({ maxLength: 1_000 })) },
  { title: 'RejectedCommand' },
);
export type RejectedCommand = Static<typeof RejectedCommand>;

const AppliedSchedule = Type.Object(
  { revision, rejected: Type.Array(RejectedCommand, { maxItems: 100 }) },
  { title: 'AppliedSchedule', description: 'The snapshot applied last, and what of it cannot be done.' },
);
export type AppliedSchedule = Static<typeof AppliedSchedule>;

export const Report = Type.Object(
  {
    session: token('One connection; over HTTPS one start of the controller.'),
    sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Grows within a session.' }),
    sentAt: instant("The controller's clock."),
    schedule: orNull(AppliedSchedule, 'null when no snapshot was applied yet.'),
    devices: Type.Optional(ReportedDeviceTreeNode),
  },
  { title: 'Report', description: 'The state of one site, sent up.' },
);
export type Report = Static<typeof Report>;

export const ReportAnswer = Type.Object(
  { revision, serverTime: instant("The service's clock.") },
  { title: 'ReportAnswer' },
);
export type ReportAnswer = Static<typeof ReportAnswer>;

/** Of an MQTT connection; one that is silent for half as long again is closed. */
export const KEEP_ALIVE_SECONDS = 30;

const TOPIC = /^sites\/v1\/([^/]+)\/(schedule|report)$/;
export type TopicKind = 'schedule' | 'report';

/** The topics of every site, as a pattern for documents. */
export const TOPIC_PATTERNS = { schedule: 'sites/v1/{siteId}/schedule', report: 'sites/v1/{siteId}/report' } as const;

/** The MQTT topic a site's snapshots go down on, or its reports come up on. */
export function siteTopic(siteId: SiteId, kind: TopicKind): string {
  return TOPIC_PATTERNS[kind].replace('{siteId}', siteId);
}

/** The site and direction of a topic; undefined for any other topic and for every wildcard. */
export function parseSiteTopic(topic: string): { siteId: SiteId; kind: TopicKind } | undefined {
  const [, id = '', kind] = TOPIC.exec(topic) ?? [];
  const siteId = parseSiteId(id);
  return siteId === undefined || kind === undefined ? undefined : { siteId, kind: kind as TopicKind };
}
