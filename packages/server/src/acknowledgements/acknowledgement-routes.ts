import { AppError, MOST_ACKNOWLEDGED_DAYS, type SiteId } from '@setpoint/contract';
import { parseInstant } from '@setpoint/core';
import type { Access } from '../access/access.ts';
import { noAccess } from '../access/refusals.ts';
import type { CursorShape } from '../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import { type Caller, isOperator } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { acknowledgeProblem } from './acknowledge-problem.ts';
import { type AcknowledgementPosition, listAcknowledgements } from './list-acknowledgements.ts';

export interface AcknowledgementRoutes extends StoreAndClock {
  readonly access: Access;
}

const LONGEST_MS = MOST_ACKNOWLEDGED_DAYS * 86_400_000;
const BY_SITE: CursorShape<AcknowledgementPosition> = {
  start: { siteId: '', problem: '' },
  partsOf: ({ siteId, problem }) => [siteId, problem],
  positionOf: ([siteId, problem, ...rest]) =>
    siteId === undefined || problem === undefined || rest.length > 0 ? undefined : { siteId, problem },
};

/** The problems of sites that somebody takes care of. */
export function acknowledgementRoutes(serve: Serve, { store, now, access }: AcknowledgementRoutes): void {
  serve('listAcknowledgements', async ({ caller: { clientId }, query }) => {
    const wanted = readPage(query, BY_SITE);
    const { after, limit } = wanted;
    const found = await store.read(listAcknowledgements, { clientId, now: now(), after, limit: limit + 1 });
    const { items, nextCursor } = cutPage(found, wanted, (one) => one);
    return { acknowledgements: items, nextCursor };
  });

  serve('acknowledgeProblem', async ({ caller, body: { siteIds: named, problem, until, note = null }, by }) => {
    const at = now();
    const endsAt = until === null ? null : endOrThrow(until, at);
    const siteIds = await access.sites(caller, named);
    if (!isOperator(caller)) await schedulableOrThrow(access, caller, siteIds);
    await store.write(acknowledgeProblem, { siteIds, problem, note, madeBy: caller.clientId, now: at, endsAt, by });
  });
}

async function schedulableOrThrow(access: Access, caller: Caller, siteIds: readonly SiteId[]): Promise<void> {
  const rights = await access.rights(caller, siteIds);
  if (siteIds.some((siteId) => rights.get(siteId)?.canSchedule !== true)) throw noAccess(caller);
}

function endOrThrow(text: string, now: number): number {
  const endsAt = parseInstant(text);
  if (endsAt === undefined) throw new AppError('bad_request', 'until: must be an RFC 3339 date-time with an offset');
  if (endsAt <= now) throw new AppError('bad_request', 'until: is in the past');
  if (endsAt > now + LONGEST_MS) {
    throw new AppError('bad_request', `until: is more than ${MOST_ACKNOWLEDGED_DAYS} days ahead`);
  }
  return endsAt;
}
