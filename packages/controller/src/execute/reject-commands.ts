import { type Asset, type Assets, namesOfPair, type PairName, type RejectedCommand } from '@setpoint/contract';
import type { Commands } from '@setpoint/core';

interface Ability {
  readonly assets: Assets;
  /** What is there and cannot be read now. */
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
  if (assets[asset] === null) {
    return missing(ability, [asset], { code: 'asset_missing', message: `this site has no ${asset}` });
  }
  if (asset === 'grid' && !isConnectionMeasured(assets)) {
    return { code: 'internal', message: 'nothing measures the power at the connection point' };
  }
  if (type.startsWith('fcr')) return frequencyRejection(ability);
  if (pair === 'bess/optimalSocPcnt') return stateOfChargeRejection(ability);
  if (asset === 'grid' && !type.endsWith('LimitkW')) return powerRejection(ability);
  return undefined;
}

/** What cannot be read is not known to be missing. */
function missing({ unreached }: Ability, wanted: readonly Asset[], rejection: Rejection): Rejection {
  const silent = wanted.find((asset) => unreached.includes(asset));
  return silent === undefined ? rejection : { code: 'internal', message: `the ${silent} of this site cannot be read` };
}

// Without its meter, the connection point is known from what is behind it, as far as that is measured.
function isConnectionMeasured({ grid, load, ev, heatpump }: Assets): boolean {
  return [grid, load, ev, heatpump].some((group) => group?.activePowerkW !== undefined);
}

function frequencyRejection(ability: Ability): Rejection | undefined {
  const { assets, frequencyHz, unreached } = ability;
  if (assets.bess === null) return missing(ability, ['bess'], unsupported('no storage answers the frequency'));
  if (frequencyHz === null) return missing(ability, unreached, unsupported('nothing measures the frequency'));
  return Number.isFinite(frequencyHz) ? undefined : { code: 'internal', message: 'the frequency meter is broken' };
}

function stateOfChargeRejection(ability: Ability): Rejection | undefined {
  const { bess } = ability.assets;
  const isKnown = bess !== null && bess.soc !== null && bess.availableStorageCapacitykWh !== null;
  return isKnown ? undefined : missing(ability, ['bess'], unsupported('the state of charge is not known'));
}

const STEERABLE = ['bess', 'genset', 'solar', 'wind'] as const;

function powerRejection(ability: Ability): Rejection | undefined {
  const isSteerable = STEERABLE.some((asset) => ability.assets[asset] !== null);
  return isSteerable ? undefined : missing(ability, STEERABLE, unsupported('nothing here can be steered'));
}

function unsupported(message: string): Rejection {
  return { code: 'unsupported', message };
}
