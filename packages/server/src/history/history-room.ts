import type { Room } from '../serving/room.ts';
import { type BatchForgetting, forgetOldBatches } from './forget-old-batches.ts';
import { type HistoryRoutes, historyRoutes } from './history-routes.ts';
import type { HistorySettings } from './settings.ts';

type HistoryGround = HistoryRoutes & Omit<BatchForgetting, 'keptMs'>;

/** What was set before, by whom. */
export function historyRoom(ground: HistoryGround, { keptMs }: HistorySettings): Room {
  return {
    routes: (app) => historyRoutes(app, ground),
    forgetting: [forgetOldBatches({ ...ground, keptMs })],
  };
}
