import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { AssetName, CommandTypeName, instant, number, titled, used, uuid } from '../schema/fields.ts';

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
