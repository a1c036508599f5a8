import { Type, type Static } from 'typebox';
import { AssetScheduleCommand, ScheduleEntry } from '../schedules/schema.ts';
import { closed, instant, integer, nextCursor, pair, textOrNull, titled, uuid } from '../schema/fields.ts';

export const HistoryBatch = titled('HistoryBatch', {
  batchId: uuid(),
  version: integer('Of the schedule that it led to.'),
  acceptedAt: instant(),
  clientId: uuid(),
  clientName: textOrNull('null when the client was removed since.'),
  accepted: integer('Commands of the request, empty ones included.'),
  commands: Type.Array(closed({ ...pair, entries: integer('0 when it cleared the pair.') }), {
    description: 'What it changed, with a pair that it cleared because another excludes it.',
  }),
});
export type HistoryBatch = Static<typeof HistoryBatch>;

export const HistoryBatchList = titled(
  'HistoryBatchList',
  { batches: Type.Array(HistoryBatch), nextCursor },
  { description: 'The batches of a site, the latest first.' },
);
export type HistoryBatchList = Static<typeof HistoryBatchList>;

export const PastSchedules = titled(
  'PastSchedules',
  {
    siteId: uuid(),
    version: integer(),
    acceptedAt: textOrNull('When the last batch up to there was accepted; null when there was none.'),
    schedules: Type.Array(AssetScheduleCommand),
  },
  { description: 'Everything that was set on a site at one time.' },
);
export type PastSchedules = Static<typeof PastSchedules>;

export const ScheduleDiff = titled(
  'ScheduleDiff',
  {
    siteId: uuid(),
    from: integer(),
    to: integer(),
    changes: Type.Array(closed({ ...pair, removed: Type.Array(ScheduleEntry), added: Type.Array(ScheduleEntry) })),
  },
  {
    description:
      'How one version of a schedule differs from another: without the removed entries and with the added ones.',
  },
);
export type ScheduleDiff = Static<typeof ScheduleDiff>;
