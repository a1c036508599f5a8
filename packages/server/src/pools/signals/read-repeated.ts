import type { PoolId } from '@setpoint/contract';
import type { Tx } from '../../store/tx.ts';
import { holderIdOf } from '../seats/read-seat.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import type { Signal, TakingBack } from './signal.ts';
import { findSent, findSignal } from './read-divisions.ts';

export interface Repeated {
  readonly poolId: PoolId;
  readonly asked: Signal | TakingBack;
}

/** How the very same signal was divided when it was accepted first. */
export async function readRepeated(tx: Tx, { poolId, asked }: Repeated): Promise<StoredDivision | undefined> {
  const sequence =
    asked.sequence === undefined
      ? await lastIfSame(tx, { poolId, asked })
      : (await findSent(tx, { poolId, sequence: asked.sequence })).find((sent) => isSame(sent, asked))?.sequence;
  return sequence === undefined ? undefined : findSignal(tx, { poolId, upTo: { sequence, round: 0 } });
}

/** The sequence of the last signal, if this is what its sender asked for. */
async function lastIfSame(tx: Tx, { poolId, asked }: Repeated): Promise<number | undefined> {
  const last = await findSignal(tx, { poolId });
  if (!last?.actor || asked.actor === undefined || holderIdOf(last.actor) !== holderIdOf(asked.actor)) return undefined;
  if (!('takesBack' in asked)) return isSame(last, asked) ? last.sequence : undefined;
  if (last.goesBackBelow === null) return undefined;
  const taken = await findSignal(tx, { poolId, upTo: { sequence: last.sequence - 1 } });
  return taken?.sequence === asked.takesBack ? last.sequence : undefined;
}

type Asked = Pick<Signal, 'watts' | 'validUntil'>;

function isSame(stored: Asked, { watts, validUntil }: Asked): boolean {
  return stored.watts === watts && stored.validUntil === validUntil;
}
