import type { CertainClock } from '../platform/open-clock.ts';
import type { Room } from '../serving/room.ts';
import { type BatchForgetting, forgetOldBatches } from './forget-old-batches.ts';
import { historyRoutes } from './history-routes.ts';
import type { HistorySettings } from './settings.ts';

type HistoryGround = Omit<BatchForgetting, 'keptMs'> & CertainClock;

/** What was set before, by whom. */
export function historyRoom(ground: HistoryGround, { keptMs }: HistorySettings): Room {
  return {
    routes: (serve) => historyRoutes(serve),
    forgetting: [forgetOldBatches({ ...ground, now: ground.certainNow, keptMs })],
  };
}
