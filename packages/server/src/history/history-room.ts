import type { Room } from '../serving/room.ts';
import { forgetOldBatches } from './forget-batches.ts';
import { historyRoutes } from './history-routes.ts';
import type { HistorySettings } from './settings.ts';

/** What was set before, by whom. */
export function historyRoom({ keptMs }: HistorySettings): Room {
  return {
    routes: (serve) => historyRoutes(serve),
    forgetting: [forgetOldBatches(keptMs)],
  };
}
