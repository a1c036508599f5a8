import { Type, type Static } from 'typebox';
import { AssetScheduleCommand, ScheduleEntry } from '../schedules/schema.ts';
import { Actor } from '../schema/actor.ts';
import { closed, instant, integer, nextCursor, orNull, pair, textOrNull, titled, uuid } from '../schema/fields.ts';

export const HistoryBatch = titled('HistoryBatch', {
  batchId: uuid('The batch.'),
  version: integer('The version of the schedule after this batch.'),
  acceptedAt: instant('When the batch was accepted.'),
  clientId: uuid('The client or the person.'),
  clientName: textOrNull('null if the client or the person has been removed since.'),
  actor: orNull(Actor, 'The client or the person that set it. null if it has been removed since.'),
  accepted: integer('The number of commands in the request, including empty ones.'),
  commands: Type.Array(
    closed({ ...pair, entries: integer('The number of entries; 0 if the batch cleared the pair.') }),
    {
      description: 'The pairs that the batch changed, including one that it cleared because another pair excludes it.',
    },
  ),
});
export type HistoryBatch = Static<typeof HistoryBatch>;

export const HistoryBatchList = titled(
  'HistoryBatchList',
  { batches: Type.Array(HistoryBatch), nextCursor },
  { description: 'The batches of a site, newest first.' },
);
export type HistoryBatchList = Static<typeof HistoryBatchList>;

export const PastSchedules = titled(
  'PastSchedules',
  {
    siteId: uuid('The site.'),
    version: integer('The version of the schedule.'),
    acceptedAt: textOrNull('When the last batch up to that point was accepted; null if there was none.'),
    schedules: Type.Array(AssetScheduleCommand),
  },
  { description: 'Everything that was set on a site at one time.' },
);
export type PastSchedules = Static<typeof PastSchedules>;

export const ScheduleDiff = titled(
  'ScheduleDiff',
  {
    siteId: uuid('The site.'),
    from: integer('The start.'),
    to: integer('The end, not included.'),
    changes: Type.Array(closed({ ...pair, removed: Type.Array(ScheduleEntry), added: Type.Array(ScheduleEntry) })),
  },
  {
    description:
      'How one version of a schedule differs from another: version `to` is version `from` without the removed entries and with the added ones.',
  },
);
export type ScheduleDiff = Static<typeof ScheduleDiff>;
