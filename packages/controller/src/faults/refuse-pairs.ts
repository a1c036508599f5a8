import { namesOfPair, type RejectedCommand } from '@setpoint/contract';
import { type Fault, faultsOf } from '../plant/fault.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';

const reason = { code: 'internal', message: 'a fault makes the controller refuse this command' } as const;

/** A schedule without the commands that faults make a controller refuse. */
export function refusePairs(schedule: Schedule, faults: readonly Fault[]): Schedule {
  const named = new Set(faultsOf(faults, 'reject_pair').map(({ asset, type }) => `${asset}/${type}`));
  const refused = [...schedule.commands.keys()].filter((pair) => named.has(pair));
  if (refused.length === 0) return schedule;
  const rejected = refused.map((pair): RejectedCommand => ({ ...namesOfPair(pair), ...reason }));
  return {
    ...schedule,
    commands: new Map([...schedule.commands].filter(([pair]) => !named.has(pair))),
    rejected: [...schedule.rejected, ...rejected],
  };
}
