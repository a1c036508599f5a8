import { type Asset, type Assets, namesOfPair, type PairName, type RejectedCommand } from '@setpoint/contract';
import type { Commands } from '@setpoint/core';

interface Ability {
  readonly assets: Assets;
  /** What is there and cannot be reached. */
  readonly unreached: readonly Asset[];
  /** null if nothing measures it, NaN if the meter is broken. */
  readonly frequencyHz: number | null;
}

type Rejection = Pick<RejectedCommand, 'code' | 'message'>;

/** Finds the commands that a site cannot carry out; they count as not set. */
export function rejectCommands(
  commands: Commands,
  ability: Ability,
): { doable: Commands; rejected: RejectedCommand[] } {
  const rejected: RejectedCommand[] = [];
  const doable = new Map(commands);
  for (const pair of commands.keys()) {
    const rejection = rejectionOf(pair, ability);
    if (rejection === undefined) continue;
    doable.delete(pair);
    rejected.push({ ...namesOfPair(pair), ...rejection });
  }
  return { doable, rejected };
}

function rejectionOf(pair: PairName, ability: Ability): Rejection | undefined {
  const { asset, type } = namesOfPair(pair);
  const { assets } = ability;
  if (assets[asset] === null && ability.unreached.includes(asset)) {
    return { code: 'internal', message: `the ${asset} of this site cannot be reached` };
  }
  if (assets[asset] === null) return { code: 'asset_missing', message: `this site has no ${asset}` };
  if (asset === 'grid' && !isConnectionMeasured(assets)) {
    return { code: 'internal', message: 'nothing measures the power at the connection point' };
  }
  if (type.startsWith('fcr')) return frequencyRejection(ability);
  if (pair === 'bess/optimalSocPcnt') return stateOfChargeRejection(assets);
  if (asset === 'grid' && !type.endsWith('LimitkW')) return powerRejection(assets);
  return undefined;
}

// Without its meter, the connection point is known from what is behind it, as far as that is measured.
function isConnectionMeasured({ grid, load, ev, heatpump }: Assets): boolean {
  return [grid, load, ev, heatpump].some((group) => group?.activePowerkW !== undefined);
}

function frequencyRejection({ assets, frequencyHz }: Ability): Rejection | undefined {
  if (assets.bess === null) return { code: 'unsupported', message: 'no storage answers the frequency' };
  if (frequencyHz === null) return { code: 'unsupported', message: 'nothing measures the frequency' };
  return Number.isFinite(frequencyHz) ? undefined : { code: 'internal', message: 'the frequency meter is broken' };
}

function stateOfChargeRejection({ bess }: Assets): Rejection | undefined {
  const isKnown = bess !== null && bess.soc !== null && bess.availableStorageCapacitykWh !== null;
  return isKnown ? undefined : { code: 'unsupported', message: 'the state of charge is not known' };
}

function powerRejection({ bess, genset, solar, wind }: Assets): Rejection | undefined {
  const isSteerable = [bess, genset, solar, wind].some((group) => group !== null);
  return isSteerable ? undefined : { code: 'unsupported', message: 'nothing here can be steered' };
}
