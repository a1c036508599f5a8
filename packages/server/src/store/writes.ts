import type { AnyWrite } from './define-write.ts';
import { dropPartition, makePartition } from './partitions/partition.ts';
import { checkSecrets } from './secrets/check-secrets.ts';
import { probeStore } from './probe-store.ts';
import { countCommit } from './sqlite/lost-commits.ts';
import { keepStoreClock } from './keep-store-clock.ts';

export const storeWrites: readonly AnyWrite[] = [
  checkSecrets,
  countCommit,
  dropPartition,
  keepStoreClock,
  makePartition,
  probeStore,
];
