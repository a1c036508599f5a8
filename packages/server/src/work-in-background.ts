import { onNews } from './events/on-news.ts';
import { MEASUREMENTS_KEPT } from './following/forget-measurements.ts';
import type { Room } from './serving/room.ts';
import type { Ground } from './open-ground.ts';
import type { Stoppable } from './platform/shutdown/background-work.ts';
import { forgetOld } from './platform/loops/forget-old.ts';
import { repeatEvery } from './platform/loops/repeat-every.ts';
import { tellTime } from './platform/loops/tell-time.ts';
import type { Config } from './read-config.ts';
import { keepPartitions } from './store/partitions/keep-partitions.ts';

const KEEP_CLOCK_EVERY_MS = 60_000;

/** Begins what goes on by itself: each room's own work, and what one node does for all in small steps. */
export function workInBackground(ground: Ground, rooms: readonly Room[], config: Config): Stoppable[] {
  const { store, tail, now, certainNow, clock, isChosen, warnOf } = ground;
  const kept = { ...MEASUREMENTS_KEPT, batchMs: config.history.keptMs };
  const clockSteps = rooms.flatMap((room) => room.clockSteps ?? []);
  const forgetting = rooms.flatMap((room) => room.forgetting ?? []);
  const onClockFailure = warnOf('the events of the clock could not be written');
  const telling = tellTime({ now, isChosen, onFailure: onClockFailure }, clockSteps);
  void onNews(tail, () => telling.wake());
  const onClockLost = warnOf('the clock of the store could not be kept');
  void clock.keep().catch(onClockLost);
  return [
    ...rooms.flatMap((room) => room.background?.() ?? []),
    telling,
    repeatEvery({ everyMs: KEEP_CLOCK_EVERY_MS, onFailure: onClockLost }, () => clock.keep()),
    forgetOld({ now, isChosen, onFailure: warnOf('old rows could not be deleted') }, [
      keepPartitions({ store, now, certainNow, kept }),
      ...forgetting,
    ]),
  ];
}
