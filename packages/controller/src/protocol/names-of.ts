import type { PairName, SnapshotCommand } from '@setpoint/contract';

/** The asset and the type in the name of a pair. */
export function namesOf(pair: PairName): Pick<SnapshotCommand, 'asset' | 'type'> {
  const [asset, type] = pair.split('/') as [SnapshotCommand['asset'], SnapshotCommand['type']];
  return { asset, type };
}
