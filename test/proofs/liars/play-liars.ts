import { setImmediate as turn } from 'node:timers/promises';
import { openWorld } from '@setpoint/server/testing/open-world';
import { HONEST, LIES } from './lies.ts';
import { type Liar, type LiarDay, openLiar } from './open-liar.ts';

export const BEGIN_MS = Date.UTC(2030, 5, 17);
const TICK_MS = 2_000;
/** A caller has its share, in a test as well. */
const AT_ONCE = 16;
const HOUR_MS = 3_600_000;

/** Sites that lie, side by side on a clock of their own; every seventh is honest. */
export async function playLiars(
  { devices, dayMs, seed }: { readonly devices: number; readonly dayMs: number; readonly seed: number },
  say: (line: string) => void,
): Promise<LiarDay[]> {
  const clock = { now: BEGIN_MS };
  const world = await openWorld({ clock });
  try {
    const lies = Array.from({ length: devices }, (_, index) => lieOf(index));
    const liars: Liar[] = [];
    for (const [index, lie] of lies.entries())
      liars.push(await openLiar({ world, clock, seed: seed + index, lie, dayMs }));
    for (; clock.now < BEGIN_MS + dayMs; clock.now += TICK_MS) {
      for (const liar of liars) liar.step();
      // Their drivers answer at once: what was decided is done by the next turn.
      await turn();
      for (let first = 0; first < devices; first += AT_ONCE) {
        await Promise.all(liars.slice(first, first + AT_ONCE).map((liar) => liar.tell()));
      }
      const hours = (clock.now - BEGIN_MS) / HOUR_MS;
      if (Number.isInteger(hours)) say(`${hours} h`);
    }
    return await Promise.all(liars.map((liar) => liar.end()));
  } finally {
    await world.close();
  }
}

function lieOf(index: number) {
  return index % 7 === 6 ? HONEST : (LIES[(index - Math.floor(index / 7)) % LIES.length] ?? HONEST);
}
