import { everyBeat } from '@setpoint/server/every-beat';
import v8 from 'node:v8';

// Under load V8 lets the young part of a heap grow to 128 MB, and the old one to a multiple of what lives in it.
const YOUNG_MIB = 8;
// Both halves have the same size.
const HALF_MIB = YOUNG_MIB / 2;
const YOUNG = [`--min-semi-space-size=${HALF_MIB}`, `--max-semi-space-size=${HALF_MIB}`] as const;
// At 50, a post of 96 entries took 5 % more processor time, and the service 16 MiB less under attack.
const GROWING_PERCENT = 100;
// The more lives, the less may be added to it before the next collection: about so much.
const MOST_GROWTH_MIB = 64;
const LEAST_PERCENT = 10;
// To set it takes half a millisecond, and each look finds a little more or less in use.
const STEP_PERCENT = 10;
const ADJUST_EVERY_MS = 500;
const BYTES_A_MIB = 1024 * 1024;
// Far more than are needed, should an engine never report that it grew.
const MOST_OBJECTS = 1_000_000;
const LOOK_EVERY = 1_000;

// The allocator of the GNU C library reads these when a process begins. What a large body took goes back to the system
// instead of to a list of free pieces, and the threads share two such lists.
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** Before anything is loaded: the process begins again, under the same id, with what is only read at its begin. */
export function beginBounded(): void {
  const { env, execPath, execArgv, argv } = process;
  if (process.platform === 'linux' && process.execve !== undefined && !execArgv.includes(YOUNG[0])) {
    const isSet = Object.keys(ALLOCATOR).some((name) => env[name] !== undefined);
    const allocator = isSet ? {} : ALLOCATOR;
    process.execve(execPath, [execPath, ...YOUNG, ...execArgv, ...argv.slice(1)], { ...env, ...allocator });
  }
  // For the threads that are started later.
  v8.setFlagsFromString(`--min-semi-space-size=${YOUNG_MIB}`);
  v8.setFlagsFromString('--max-semi-space-size=0');
}

/**
 * Once the code is loaded: V8 takes no code that was compiled under other settings than these, so that commands and
 * services would compile again what they share.
 */
export function boundMemory(): void {
  growYoungHeap();
  // From now on it stays as large as it is.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  setGrowth(GROWING_PERCENT);
  everyBeat(ADJUST_EVERY_MS, boundGrowth());
}

function boundGrowth(): () => void {
  let percent = GROWING_PERCENT;
  return () => {
    const usedMib = v8.getHeapStatistics().used_heap_size / BYTES_A_MIB;
    const fitting = Math.floor((100 * MOST_GROWTH_MIB) / usedMib / STEP_PERCENT) * STEP_PERCENT;
    const next = Math.min(GROWING_PERCENT, Math.max(LEAST_PERCENT, fitting));
    if (next === percent) return;
    percent = next;
    setGrowth(percent);
  };
}

// V8 reads it at the end of each collection of the old heap.
function setGrowth(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}

// Where it could not begin with its size, it grows when much of it survives a collection.
function growYoungHeap(): void {
  const survivors: object[] = [];
  while (survivors.length < MOST_OBJECTS) {
    if (survivors.length % LOOK_EVERY === 0 && youngBytes() >= YOUNG_MIB * BYTES_A_MIB) return;
    survivors.push({ survivors });
  }
}

function youngBytes(): number {
  return v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? Infinity;
}
