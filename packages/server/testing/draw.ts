import { type AssetScheduleCommand, namesOfPair, type PairName } from '@setpoint/contract';

/** For tests: when a drawn history begins. */
export const START = Date.UTC(2030, 0, 1);

/** For tests: the pairs that a drawn history is about. */
export const PAIRS: readonly PairName[] = [
  'grid/activePowerkW',
  'grid/upperLimitkW',
  'bess/activePowerkW',
  'bess/optimalSocPcnt',
  'grid/afrrImportBookingkW',
];

/** For tests: one batch, each of its pairs with a value for each hour from the start. */
export type Draw = readonly (readonly [pair: PairName, values: readonly number[]])[];

/** For tests: one command of it. */
export function command(pair: PairName, values: readonly number[]): AssetScheduleCommand {
  const hour = (index: number) => new Date(START + index * 3_600_000).toISOString();
  return {
    ...namesOfPair(pair),
    entries: values.map((value, index) => ({ startAt: hour(index), endAt: hour(index + 1), value })),
  };
}
