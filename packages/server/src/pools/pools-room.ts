import type { Room } from '../http/room.ts';
import { availabilityRoutes } from './availability-routes.ts';
import { forgetOldTicks } from './forget-old-ticks.ts';
import { createMemberKnowledge } from './member-knowledge.ts';
import { poolMemberRoutes } from './pool-member-routes.ts';
import { type PoolRoutes, poolRoutes } from './pool-routes.ts';
import { signalRoutes } from './signal-routes.ts';

interface PoolsGround extends PoolRoutes {
  readonly offlineAfterMs: number;
}

/** Ticks are kept as long as the history of what was set. */
interface PoolsSettled {
  readonly keptMs: number;
}

/** Sites that provide one service together. */
export function poolsRoom(ground: PoolsGround, { keptMs }: PoolsSettled): Room {
  const { store, now } = ground;
  const knowledge = createMemberKnowledge(store, ground.offlineAfterMs);
  return {
    routes(app) {
      poolRoutes(app, ground);
      poolMemberRoutes(app, ground);
      signalRoutes(app, { ...ground, knowledge });
      availabilityRoutes(app, { ...ground, knowledge });
    },
    forgetting: [forgetOldTicks({ store, now, keptMs })],
  };
}
