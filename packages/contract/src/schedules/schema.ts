import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import {
  AssetName,
  boolean,
  closed,
  CommandTypeName,
  instant,
  integer,
  number,
  text,
  titled,
  used,
  uuid,
} from '../schema/fields.ts';

export const ScheduleEntry = titled(
  'ScheduleEntry',
  {
    startAt: instant('The start of the range: RFC 3339 with an offset.'),
    endAt: instant('The end of the range, not included.'),
    value: number('The unit and the meaning of the sign depend on the command.'),
  },
  { description: 'One value from `startAt` up to, but not including, `endAt`.' },
);
export type ScheduleEntry = Static<typeof ScheduleEntry>;

export const AssetScheduleCommand = titled(
  'AssetScheduleCommand',
  {
    asset: used(AssetName, 'The asset group that the command is for.'),
    type: CommandTypeName,
    entries: Type.Array(ScheduleEntry, {
      description: 'The entries, which must not overlap. An empty array clears the pair.',
    }),
  },
  { description: 'A command: an asset and a command type with their entries.' },
);
export type AssetScheduleCommand = Static<typeof AssetScheduleCommand>;

export const CreateSchedulesBatchRequest = titled(
  'CreateSchedulesBatchRequest',
  { schedules: Type.Array(AssetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands }) },
  { description: 'A batch. It replaces the entries of every asset/type pair that it names.' },
);
export type CreateSchedulesBatchRequest = Static<typeof CreateSchedulesBatchRequest>;

export const CreateSchedulesBatchResponse = titled('CreateSchedulesBatchResponse', {
  batchId: uuid('Identifies the batch.'),
  accepted: number('The number of commands in the request, including empty ones.'),
});
export type CreateSchedulesBatchResponse = Static<typeof CreateSchedulesBatchResponse>;

const values = Type.Array(Type.Unsafe<number | null>({ type: ['number', 'null'] }), {
  minItems: 1,
  description: 'The values one after the other; null leaves a gap.',
});
const minutes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: LIMITS.maxResolutionMinutes, description });

export const StepSeries = titled(
  'StepSeries',
  { startAt: instant('The start of the first value.'), stepMinutes: minutes('How long each value lasts.'), values },
  { description: 'Values that follow each other. They become entries in UTC.' },
);
export type StepSeries = Static<typeof StepSeries>;

export const DaySeries = titled(
  'DaySeries',
  {
    day: Type.String({ description: 'The date, such as `2027-03-28`.' }),
    timeZone: Type.Optional(text('The name of the time zone; that of the site if left out. A portfolio must name it.')),
    resolution: minutes('How long each value lasts, in minutes.'),
    values,
  },
  {
    description:
      'Values for all of a day in a time zone. A day of quarter hours has 96 of them, 92 or 100 when the clock changes. They become entries in UTC.',
  },
);
export type DaySeries = Static<typeof DaySeries>;

export const FleetScheduleCommand = titled(
  'FleetScheduleCommand',
  {
    asset: used(AssetName, 'The asset group that the command is for.'),
    type: CommandTypeName,
    entries: Type.Union([AssetScheduleCommand.properties.entries, StepSeries, DaySeries], {
      description: 'The entries; or values that follow each other, or those of a day.',
    }),
  },
  { description: 'A command, with its entries in any form.' },
);
export type FleetScheduleCommand = Static<typeof FleetScheduleCommand>;

const fleetSchedules = Type.Array(FleetScheduleCommand, {
  minItems: LIMITS.minCommands,
  maxItems: LIMITS.maxCommands,
});

/** What makes a batch replace a window of its pairs, and keep the rest. */
export const spliceFields = {
  from: instant('The start of the window: RFC 3339 with an offset.'),
  to: instant('The end of the window, not included.'),
  dropEnded: Type.Optional(
    boolean(
      'Whether to drop entries outside of the window that have ended. `dropped` in the answer counts them. Without it, nothing outside of the window changes.',
    ),
  ),
};

const schedules = Type.Array(AssetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands });

/** The same fields where they may all be left out: `from` and `to` go together. */
export const optionalSpliceFields = {
  from: Type.Optional(spliceFields.from),
  to: Type.Optional(spliceFields.to),
  dropEnded: spliceFields.dropEnded,
};

export const SpliceSchedulesRequest = titled(
  'SpliceSchedulesRequest',
  { ...optionalSpliceFields, schedules: fleetSchedules },
  {
    description:
      'A batch for a window of time. For every asset/type pair that it names, it replaces what lies in the window, and keeps the rest. Without `from` and `to`, the window is the day, or the span, of the values.',
  },
);
export type SpliceSchedulesRequest = Static<typeof SpliceSchedulesRequest>;

/** A batch that replaces its pairs or, with `from` and `to`, what lies in a window. */
export const CheckSchedulesRequest = titled(
  'CheckSchedulesRequest',
  { ...optionalSpliceFields, schedules: fleetSchedules },
  {
    description:
      'The body of the POST that sets schedules or, with `from` and `to`, `dropEnded` or values of a day or a series, of the PATCH that splices them.',
  },
);
export type CheckSchedulesRequest = Static<typeof CheckSchedulesRequest>;

/** The same two with their entries written out. */
export const ExpandedSplice = closed({ ...spliceFields, schedules });
export const ExpandedBatch = closed({ ...optionalSpliceFields, schedules });
export type ExpandedBatch = Static<typeof ExpandedBatch>;

export const SplicedWindow = closed(
  {
    from: instant('The start, in UTC.'),
    to: instant('The end, in UTC, not included.'),
    entries: integer('The number of entries in the request.'),
  },
  { description: 'The window of time that is replaced.' },
);
export type SplicedWindow = Static<typeof SplicedWindow>;

export const SplicedSchedules = titled('SplicedSchedules', {
  batchId: uuid('Identifies the batch.'),
  accepted: number('The number of commands in the request, including empty ones.'),
  dropped: integer('The number of entries that were dropped because they had ended: 0 without `dropEnded`.'),
  window: SplicedWindow,
});
export type SplicedSchedules = Static<typeof SplicedSchedules>;
