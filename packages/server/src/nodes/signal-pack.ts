import { parsePoolId, parseSiteId, type PoolId, type SiteId } from '@setpoint/contract';
import type { SiteSignal } from '../platform/site-signals.ts';

type RelayedSignal = Exclude<SiteSignal, 'order' | 'stop'>;

const LETTERS = { schedule: 's', report: 'r', keys: 'k', connected: 'c', polled: 'o' } satisfies Record<
  RelayedSignal,
  string
>;
const SIGNALS = new Map(Object.entries(LETTERS).map(([signal, letter]) => [letter, signal as RelayedSignal]));
// Of no site: something was written.
const WRITE = 'w';
const POOL = 'p';
// PostgreSQL takes notifications of less than 8,000 bytes; one signal has 38.
const MOST_IN_ONE = 200;

export type SignalPack = ReturnType<typeof createSignalPack>;

/** Signals that wait to be sent, each once: told twice, a listener would look twice. */
export function createSignalPack() {
  const waiting = new Set<string>();
  return {
    add(siteId: SiteId, signal: SiteSignal): void {
      if (signal !== 'stop' && signal !== 'order') waiting.add(LETTERS[signal] + siteId);
    },
    addPool: (poolId: PoolId) => void waiting.add(POOL + poolId),
    addWrite: () => void waiting.add(WRITE),
    isEmpty: () => waiting.size === 0,
    /** Takes out as many as go together. */
    take(): string {
      const taken = [...waiting].slice(0, MOST_IN_ONE);
      for (const one of taken) waiting.delete(one);
      return taken.join(',');
    },
    putBack(taken: string): void {
      for (const one of taken.split(',')) waiting.add(one);
    },
  };
}

/** Whether something was written where this was packed. */
export function tellsOfWrite(text: string): boolean {
  return text.split(',').includes(WRITE);
}

/** The pools that were asked for something where this was packed. */
export function unpackPools(text: string): PoolId[] {
  return text.split(',').flatMap((one) => {
    const poolId = one.startsWith(POOL) ? parsePoolId(one.slice(1)) : undefined;
    return poolId === undefined ? [] : [poolId];
  });
}

/** The signals that were packed elsewhere; what this release does not know is left out. */
export function unpackSignals(text: string): { readonly siteId: SiteId; readonly signal: SiteSignal }[] {
  return text.split(',').flatMap((one) => {
    const signal = SIGNALS.get(one.charAt(0));
    const siteId = parseSiteId(one.slice(1));
    return signal === undefined || siteId === undefined ? [] : [{ siteId, signal }];
  });
}
