import { Type, type Static } from 'typebox';
import { ASSETS, COMMAND_TYPES } from '../schema/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { instant, number, oneOf, titled, uuid } from '../schema/fields.ts';

export const ScheduleEntry = titled(
  'ScheduleEntry',
  {
    startAt: instant('First instant of the range.'),
    endAt: instant('First instant after the range.'),
    value: number('Unit and sign follow from the command.'),
  },
  { description: 'One value for one half-open range of time.' },
);
export type ScheduleEntry = Static<typeof ScheduleEntry>;

export const AssetScheduleCommand = titled(
  'AssetScheduleCommand',
  {
    asset: oneOf(ASSETS, 'The asset group addressed.'),
    type: oneOf(COMMAND_TYPES, 'The command, as the asset takes it.'),
    entries: Type.Array(ScheduleEntry, { description: 'The ranges, without overlap; none clears the pair.' }),
  },
  { description: 'Everything set for one asset/type pair.' },
);
export type AssetScheduleCommand = Static<typeof AssetScheduleCommand>;

export const CreateSchedulesBatchRequest = titled(
  'CreateSchedulesBatchRequest',
  { schedules: Type.Array(AssetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands }) },
  { description: 'Replaces the entries of every pair it names.' },
);
export type CreateSchedulesBatchRequest = Static<typeof CreateSchedulesBatchRequest>;

export const CreateSchedulesBatchResponse = titled('CreateSchedulesBatchResponse', {
  batchId: uuid(),
  accepted: number('Commands of the request, empty ones included.'),
});
export type CreateSchedulesBatchResponse = Static<typeof CreateSchedulesBatchResponse>;
