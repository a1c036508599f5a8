import { Type, type Static } from 'typebox';
import { ASSETS, COMMAND_TYPES } from '../schema/catalogue.ts';
import { LIMITS } from '../limits.ts';

const strict = { additionalProperties: false } as const;
const instantText = (description: string) => Type.String({ format: 'date-time', description });

export const ScheduleEntry = Type.Object(
  {
    startAt: instantText('First instant of the range.'),
    endAt: instantText('First instant after the range.'),
    value: Type.Number({ description: 'Unit and sign follow from the command.' }),
  },
  { ...strict, title: 'ScheduleEntry', description: 'One value for one half-open range of time.' },
);
export type ScheduleEntry = Static<typeof ScheduleEntry>;

export const AssetScheduleCommand = Type.Object(
  {
    asset: Type.Enum([...ASSETS], { description: 'The asset group addressed.' }),
    type: Type.Enum([...COMMAND_TYPES], { description: 'The command, as the asset takes it.' }),
    entries: Type.Array(ScheduleEntry, { description: 'The ranges, without overlap; none clears the pair.' }),
  },
  { ...strict, title: 'AssetScheduleCommand', description: 'Everything set for one asset/type pair.' },
);
export type AssetScheduleCommand = Static<typeof AssetScheduleCommand>;

export const CreateSchedulesBatchRequest = Type.Object(
  { schedules: Type.Array(AssetScheduleCommand, { minItems: LIMITS.minCommands, maxItems: LIMITS.maxCommands }) },
  { ...strict, title: 'CreateSchedulesBatchRequest', description: 'Replaces the entries of every pair it names.' },
);
export type CreateSchedulesBatchRequest = Static<typeof CreateSchedulesBatchRequest>;

export const CreateSchedulesBatchResponse = Type.Object(
  {
    batchId: Type.String({ format: 'uuid' }),
    accepted: Type.Number({ description: 'Commands of the request, empty ones included.' }),
  },
  { ...strict, title: 'CreateSchedulesBatchResponse' },
);
export type CreateSchedulesBatchResponse = Static<typeof CreateSchedulesBatchResponse>;
