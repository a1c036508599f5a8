import { type AssetScheduleCommand, findPair, pairName } from '@setpoint/contract';

const OTHERWISE = 'grid/activePowerkW';

/** The command that the editor begins with: what runs now or next; limits only where nothing else is to come. */
export function openingPair(schedules: readonly AssetScheduleCommand[], now: number): string {
  const [first] = schedules
    .flatMap((command) => {
      const pair = pairName(command);
      const row = findPair(pair)?.row;
      const coming = command.entries.filter(({ endAt }) => Date.parse(endAt) > now);
      if (coming.length === 0) return [];
      const startMs = Math.max(now, Math.min(...coming.map(({ startAt }) => Date.parse(startAt))));
      return [{ pair, isLimit: row !== undefined && 'bounds' in row, startMs }];
    })
    .toSorted((one, other) => Number(one.isLimit) - Number(other.isLimit) || one.startMs - other.startMs);
  return first?.pair ?? OTHERWISE;
}
