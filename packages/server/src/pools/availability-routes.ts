import { PATHS, type PoolAvailability } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { byId } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { poolAvailability } from './pool-availability.ts';
import { visiblePoolOrThrow } from './pool-routes.ts';
import { readMembers } from './read-members.ts';
import type { SignalRoutes } from './signal-routes.ts';

const BY_SITE = byId('');

/** What pools can give now. */
export function availabilityRoutes(app: FastifyInstance, options: SignalRoutes): void {
  const { access, store, now, knowledge } = options;

  app.get(PATHS.fleetPoolAvailability, WITHOUT_HEAD, async (request, reply): Promise<PoolAvailability> => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const wanted = readPage(request, BY_SITE);
    const { pool } = await visiblePoolOrThrow(options, caller, request);
    const at = now();
    const turn = () => access.turn(caller);
    const members = await readMembers({ store, knowledge, turn }, pool, at);
    const all = poolAvailability(pool, members, at);
    const behind = all.members.filter(({ siteId }) => siteId > wanted.after);
    const page = cutPage(behind, wanted, ({ siteId }) => siteId);
    return { ...all, members: page.items, nextCursor: page.nextCursor };
  });
}
