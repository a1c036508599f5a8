import { type Asset, namesOfPair, type PairName, type RejectedCommand } from '@setpoint/contract';
import { type Commands, valuesAt } from '@setpoint/core';
import type { Part } from './judge-refusals.ts';

interface Refused {
  readonly commands: Commands;
  readonly atMs: number;
  /** The parts of the target that serve the connection point. */
  readonly gridParts: ReadonlySet<Part>;
  /** The reason of each part that is not carried out. */
  readonly standing: ReadonlyMap<Part, string>;
}

const assetOfPart: Record<Part, Asset> = {
  bessKw: 'bess',
  gensetKw: 'genset',
  solarMaxKw: 'solar',
  windMaxKw: 'wind',
  loadMaxKw: 'load',
  evMaxKw: 'ev',
  heatpumpMaxKw: 'heatpump',
};

/** The commands in force that need a part of the target which the devices do not carry out. */
export function refusedCommands({ commands, atMs, gridParts, standing }: Refused): RejectedCommand[] {
  const inForce = valuesAt(commands, atMs);
  return [...commands.keys()].flatMap((pair) => {
    if (inForce[pair] === undefined || isBooking(pair)) return [];
    const { asset, type } = namesOfPair(pair);
    const reason = [...standing].find(([part]) =>
      asset === 'grid' ? gridParts.has(part) : assetOfPart[part] === asset,
    )?.[1];
    return reason === undefined ? [] : [{ asset, type, code: 'internal', message: reason.slice(0, MOST_CHARACTERS) }];
  });
}

const MOST_CHARACTERS = 1_000;

// A booking asks nothing of a device: its activation does.
function isBooking(pair: PairName): boolean {
  return pair.endsWith('BookingkW');
}
