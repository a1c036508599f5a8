import type { PoolHeadroom, PoolHeadroomInterval, PoolHeadroomSum } from '@setpoint/contract';
import { KINDS } from '../headroom/headroom-text.ts';
import { bindingName } from '../headroom/binding-name.ts';
import type { Shell } from '../shell/shell.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { rangeText } from '../text/instant-text.ts';
import { printable } from '../text/printable.ts';
import { timesHere } from '../shell/times-in.ts';

export interface PoolHeadroomOptions extends Bounds {
  readonly resolution?: number;
}

export async function showPoolHeadroom(shell: Shell, poolId: string, options: PoolHeadroomOptions): Promise<void> {
  const { resolution, ...bounds } = options;
  const length = resolution === undefined ? {} : { resolution };
  const headroom = await shell.client().pools.headroom(poolId, { ...windowOf(timesHere(bounds)), ...length });
  shell.print(headroom, headroomText(headroom));
}

/** How much more fits, in sentences; consecutive intervals with the same answer are joined. */
function headroomText({ poolName, memberCount, unreported, intervals }: PoolHeadroom): string {
  const unknown = unreported === 0 ? '' : ` ${unreported} of them have never reported: only what is set limits those.`;
  const lead = `How much more fits on the ${memberCount} members of ${printable(poolName)} on top of what is set, in sum, each kind on its own. Times are UTC.${unknown}`;
  const told: { from: string; to: string; readonly text: string }[] = [];
  for (const interval of intervals) {
    const text = intervalText(interval);
    const last = told.at(-1);
    if (last?.text === text) last.to = interval.to;
    else told.push({ from: interval.from, to: interval.to, text });
  }
  return [lead, ...told.map(({ from, to, text }) => `\n${rangeText(from, to)}\n${text}`)].join('\n');
}

function intervalText(interval: PoolHeadroomInterval): string {
  const lines = KINDS.map(([kind, name]) => `  ${`${name}:`.padEnd(15)}${sumText(interval[kind])}`);
  const { energyUnknown } = interval;
  if (energyUnknown === 0) return lines.join('\n');
  return [...lines, `  The stored energy of ${energyUnknown} members is unknown.`].join('\n');
}

function sumText({ kW, members, unbounded, binds }: PoolHeadroomSum): string {
  if (members + unbounded === 0) return 'no member has a setpoint';
  const rest = unbounded === 0 ? '' : `; nothing is known to limit ${unbounded} more`;
  if (members === 0) return `nothing is known to limit any of ${unbounded} members`;
  const limits = binds.map((bound) => `${bindingName(bound.because)} (${bound.members})`).join(', ');
  return `${kW} kW on ${members}, limited by ${limits}${rest}`;
}
