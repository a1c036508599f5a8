import type { PairName, SnapshotCommand } from '@setpoint/contract';

/** The two names that a pair is made of, with a stroke between. */
export function namesOf(pair: PairName): Pick<SnapshotCommand, 'asset' | 'type'> {
  const [asset, type] = pair.split('/') as [SnapshotCommand['asset'], SnapshotCommand['type']];
  return { asset, type };
}
