import type { Pool } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';

interface Signalling {
  readonly kW: number;
  readonly seconds: number;
}

/** Asks a pool for power. People have no counter: the milliseconds of the clock grow too. */
export async function putSignal(shell: Shell, pool: Pool, { kW, seconds }: Signalling): Promise<void> {
  const { poolId, poolName } = pool;
  const now = Date.now();
  const validUntil = new Date(now + seconds * 1_000).toISOString();
  const signal = await shell.client().pools.putSignal(poolId, { kW, sequence: now, validUntil });
  const { orderedkW, shortfallkW, memberCount } = signal;
  const reasons = signal.reasons.map(({ because, members }) => `${because} (${members})`).join(', ');
  const missing = shortfallkW === 0 ? '' : ` ${shortfallkW} kW are missing: ${reasons}.`;
  const text = sentence`${poolName}: ${String(orderedkW)} of ${String(signal.kW)} kW among ${String(memberCount)} members until ${signal.validUntil}.`;
  shell.print(signal, text + missing);
}
