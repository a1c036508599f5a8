import type { AssetScheduleCommand } from '@setpoint/contract';

/** For tests: when a drawn history begins. */
export const START = Date.UTC(2030, 0, 1);

/** For tests: the pairs that a drawn history is about. */
export const PAIRS = [
  'grid/activePowerkW',
  'grid/upperLimitkW',
  'bess/activePowerkW',
  'bess/optimalSocPcnt',
  'grid/afrrImportBookingkW',
];

/** For tests: one batch, each of its pairs with a value for each hour from the start. */
export type Draw = readonly (readonly [pair: string, values: readonly number[]])[];

/** For tests: one command of it. */
export function command(pair: string, values: readonly number[]): AssetScheduleCommand {
  const [asset, type] = pair.split('/') as [AssetScheduleCommand['asset'], AssetScheduleCommand['type']];
  const hour = (index: number) => new Date(START + index * 3_600_000).toISOString();
  return {
    asset,
    type,
    entries: values.map((value, index) => ({ startAt: hour(index), endAt: hour(index + 1), value })),
  };
}
