import type { AnyWrite } from './define-write.ts';
import { dropPartition, makePartition } from './partitions/partition.ts';
import { probeStore } from './probe-store.ts';
import { keepStoreClock } from './keep-store-clock.ts';

export const storeWrites: readonly AnyWrite[] = [dropPartition, keepStoreClock, makePartition, probeStore];
