import type { AnyWrite } from './define-write.ts';
import { dropPartition, makePartition } from './partitions/partition.ts';
import { probeStore } from './probe-store.ts';

export const storeWrites: readonly AnyWrite[] = [dropPartition, makePartition, probeStore];
