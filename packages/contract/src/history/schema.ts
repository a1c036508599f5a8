import { Type, type Static } from 'typebox';
import { ASSETS, COMMAND_TYPES } from '../schema/catalogue.ts';
import { AssetScheduleCommand, ScheduleEntry } from '../schedules/schema.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const instant = Type.String({ format: 'date-time' });
const pair = { asset: Type.Enum([...ASSETS]), type: Type.Enum([...COMMAND_TYPES]) };
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const HistoryBatch = Type.Object(
  {
    batchId: uuid,
    version: Type.Integer({ description: 'Of the schedule that it led to.' }),
    acceptedAt: instant,
    clientId: uuid,
    clientName: textOrNull('null when the client was removed since.'),
    accepted: Type.Integer({ description: 'Commands of the request, empty ones included.' }),
    commands: Type.Array(
      Type.Object({ ...pair, entries: Type.Integer({ description: '0 when it cleared the pair.' }) }, strict),
      { description: 'What it changed, with a pair that it cleared because another excludes it.' },
    ),
  },
  { ...strict, title: 'HistoryBatch' },
);
export type HistoryBatch = Static<typeof HistoryBatch>;

export const HistoryBatchList = Type.Object(
  { batches: Type.Array(HistoryBatch), nextCursor: textOrNull('null on the last page.') },
  { ...strict, title: 'HistoryBatchList', description: 'The batches of a site, the latest first.' },
);
export type HistoryBatchList = Static<typeof HistoryBatchList>;

export const PastSchedules = Type.Object(
  {
    siteId: uuid,
    version: Type.Integer(),
    acceptedAt: textOrNull('When the last batch up to there was accepted; null when there was none.'),
    schedules: Type.Array(AssetScheduleCommand),
  },
  { ...strict, title: 'PastSchedules', description: 'Everything that was set on a site at one time.' },
);
export type PastSchedules = Static<typeof PastSchedules>;

export const ScheduleDiff = Type.Object(
  {
    siteId: uuid,
    from: Type.Integer(),
    to: Type.Integer(),
    changes: Type.Array(
      Type.Object({ ...pair, removed: Type.Array(ScheduleEntry), added: Type.Array(ScheduleEntry) }, strict),
    ),
  },
  {
    ...strict,
    title: 'ScheduleDiff',
    description:
      'How one version of a schedule differs from another: without the removed entries and with the added ones.',
  },
);
export type ScheduleDiff = Static<typeof ScheduleDiff>;
