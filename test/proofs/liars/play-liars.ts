import { openWorld } from '@setpoint/server/testing/open-world';
import { HONEST, LIES } from './lies.ts';
import { type LiarDay, playLiarDay } from './liar-day.ts';

const BEGIN_MS = Date.UTC(2030, 5, 17);

export interface Liars {
  readonly devices: number;
  readonly dayMs: number;
  readonly seed: number;
}

/** Sites that lie, one after the other, each over a day of a clock of its own; every seventh is honest. */
export async function playLiars({ devices, dayMs, seed }: Liars, say: (line: string) => void): Promise<LiarDay[]> {
  const clock = { now: BEGIN_MS };
  const world = await openWorld({ clock });
  const days: LiarDay[] = [];
  try {
    for (let index = 0; index < devices; index += 1) {
      const lie = index % 7 === 6 ? HONEST : (LIES[(index - Math.floor(index / 7)) % LIES.length] ?? HONEST);
      days.push(await playLiarDay({ world, clock, seed: seed + index, lie, dayMs }));
      const last = days.at(-1);
      say(`${index + 1}/${devices} ${lie.name}: ${last?.due} times due, ${last?.faults.join('; ') || 'always told'}`);
    }
  } finally {
    await world.close();
  }
  return days;
}
