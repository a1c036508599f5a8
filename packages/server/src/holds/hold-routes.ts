import {
  AppError,
  type Hold,
  type HoldId,
  type HoldStateName,
  type MakeHoldRequest,
  parseClientId,
  parsePoolId,
  parseSiteId,
  type SiteId,
} from '@setpoint/contract';
import { instantText, instantTextOrNull, mayRelease } from '@setpoint/core';
import type { WriteQuota } from '../limits/write-quota.ts';
import { type Caller, isOperator, readsAsOperator } from '../identity/caller.ts';
import { listHolds } from './list-holds.ts';
import { type HoldPosition, readHold, type StoredHold } from './read-hold.ts';
import type { Access } from '../access/access.ts';
import { seesPool } from '../access/pools/sees-pool.ts';
import { countMembers } from '../pools/members/list-pool-members.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { countHeldSites } from './count-held-sites.ts';
import { byId, type CursorShape } from '../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import { makeHold } from './make-hold.ts';
import { releaseHold } from './release-hold.ts';
import { noAccess } from '../access/refusals.ts';
import type { SiteRights } from '../access/sites/site-rights.ts';
import { readPool } from '../pools/read-pool.ts';
import type { Store } from '../store/store.ts';

export interface HoldRoutes extends StoreAndClock {
  readonly access: Access;
  readonly makeId: () => string;
  readonly offlineAfterMs: number;
  readonly history: Pick<WriteQuota, 'refusal' | 'add'>;
  /** Told that a hold over many sites began or ended, once that is durable. */
  readonly onHold: () => void;
  /** Told of a site whose schedule is another one now. */
  readonly onChanged: (siteId: SiteId) => void;
}

/** How many open holds a client may have that is no operator. */
export const MOST_OPEN_HOLDS = 100;
// With its events and versions; a client may so make some 16,000 a day.
const BYTES_OF_HOLD = 16 * 1_024;
// The events and the rows of each, when it is held and when it is released.
const BYTES_OF_MEMBER = 1_024;
const MISSING = { site_missing: 'site', pool_missing: 'pool', client_missing: 'client' } as const;
const SITES_BY_ID = byId('');
const OLDEST_FIRST: CursorShape<HoldPosition> = {
  start: { createdAt: 0, holdId: '' },
  partsOf: ({ createdAt, holdId }) => [String(createdAt), holdId],
  positionOf: ([createdAt = '', holdId, ...rest]) =>
    /^\d{1,15}$/.test(createdAt) && holdId !== undefined && rest.length === 0
      ? { createdAt: Number(createdAt), holdId }
      : undefined,
};

/** Stopping what was asked for without forgetting it. */
export function holdRoutes(serve: Serve, options: HoldRoutes): void {
  addReadingRoutes(serve, options);
  const { store, now, makeId, history } = options;

  serve('makeHold', async ({ caller, body, by }) => {
    const covered = coveredOrThrow(body);
    await refuseBeyondReach(options, caller, covered);
    const of = { clientId: caller.clientId, siteId: null };
    const usedUp = isOperator(caller) ? undefined : history.refusal(of);
    if (usedUp !== undefined) throw usedUp;
    const holdId = makeId() as HoldId;
    const reason = body.reason ?? null;
    const maker = { madeBy: caller.clientId, isOperators: isOperator(caller) };
    // Whoever runs the fleet can always stop it.
    const limit = maker.isOperators ? {} : { mostOpen: MOST_OPEN_HOLDS };
    const { kind } = await store.write(makeHold, { holdId, ...covered, reason, ...maker, ...limit, now: now(), by });
    if (kind === 'too_many') {
      throw new AppError(
        'conflict',
        `this client has ${MOST_OPEN_HOLDS} open holds; release one first, or hold all it set`,
      );
    }
    if (kind !== 'made') throw noSuch(MISSING[kind]);
    history.add(of, await bytesOf(options, covered));
    tell(options, covered.siteId === null ? [] : [covered.siteId]);
    return holdAnswer(await holdOrThrow(options, holdId));
  });

  serve('releaseHold', async ({ caller, ids: { holdId }, by }) => {
    const hold = await visibleOrThrow(options, caller, holdId);
    const { clientId } = caller;
    if (!mayRelease(hold, { clientId, isOperator: isOperator(caller) })) {
      throw new AppError('forbidden', 'only the client that made this hold, or an operator, can release it');
    }
    const { changed } = await store.write(releaseHold, { holdId, clientId, now: now(), by });
    tell(options, changed);
    return holdAnswer(await holdOrThrow(options, holdId));
  });
}

function addReadingRoutes(serve: Serve, options: HoldRoutes): void {
  const { store, now, offlineAfterMs } = options;

  serve('listHolds', async ({ caller, query }) => {
    const wanted = readPage(query, OLDEST_FIRST);
    const { limit, after } = wanted;
    const holds = await collectVisible(options, caller, limit + 1, after, query.state);
    const page = cutPage(holds, wanted, (hold) => hold);
    return { holds: page.items.map(holdAnswer), nextCursor: page.nextCursor };
  });

  serve('getHold', async ({ caller, ids: { holdId }, query, turn }) => {
    const page = readPage(query, SITES_BY_ID);
    const { limit, after } = page;
    const hold = await visibleOrThrow(options, caller, holdId);
    const visibleTo = readsAsOperator(caller) ? null : caller.clientId;
    const wanted = { hold, visibleTo, now: now(), offlineAfterMs, after, limit, state: query.state, turn };
    const { counts, sites } = await countHeldSites(store, wanted);
    const { items, nextCursor } = cutPage(sites, page, ({ siteId }) => siteId);
    return { ...holdAnswer(hold), counts, sites: items, nextCursor };
  });
}

async function bytesOf({ store, now }: HoldRoutes, { poolId }: Covered): Promise<number> {
  const members = poolId === null ? 0 : await store.read(countMembers, { poolId, now: now() });
  return BYTES_OF_HOLD + members * BYTES_OF_MEMBER;
}

function tell({ onHold, onChanged }: HoldRoutes, changed: readonly SiteId[]): void {
  for (const siteId of changed) onChanged(siteId);
  if (changed.length === 0) onHold();
}

async function collectVisible(
  options: HoldRoutes,
  caller: Caller,
  limit: number,
  after: HoldPosition,
  state: 'open' | 'released' | undefined,
): Promise<StoredHold[]> {
  const collected: StoredHold[] = [];
  const seenBy = readsAsOperator(caller) ? null : caller.clientId;
  let position = after;
  for (;;) {
    await options.access.turn(caller);
    const wanted = { after: position, limit: limit - collected.length, state, seenBy };
    const { holds, next } = await options.store.read(listHolds, wanted);
    collected.push(...holds);
    if (collected.length >= limit || next === undefined) return collected;
    position = next;
  }
}

async function visibleOrThrow(options: HoldRoutes, caller: Caller, holdId: HoldId): Promise<StoredHold> {
  const hold = await holdOrThrow(options, holdId);
  if (!(await isVisible(options, caller, hold))) throw noSuch('hold');
  return hold;
}

// As `listHolds` picks them.
async function isVisible({ access, store }: HoldRoutes, caller: Caller, hold: StoredHold): Promise<boolean> {
  const { madeBy, clientId, siteId, poolId } = hold;
  if (readsAsOperator(caller) || madeBy === caller.clientId) return true;
  if (clientId !== null) return clientId === caller.clientId;
  if (poolId !== null) return store.read(seesPool, { poolId, clientId: caller.clientId });
  return siteId === null || (await access.rights(caller, [siteId])).get(siteId)?.canRead === true;
}

async function holdOrThrow({ store }: HoldRoutes, holdId: HoldId): Promise<StoredHold> {
  const hold = await store.read(readHold, { holdId });
  if (hold === undefined) throw noSuch('hold');
  return hold;
}

/** A hold as callers are told of it. */
function holdAnswer(hold: StoredHold): Hold {
  const { holdId, siteId, poolId, asset, clientId, reason, madeBy, actor, releasedBy, isOperators } = hold;
  return {
    holdId,
    ...(siteId === null && poolId === null && clientId === null ? { allSites: true } : {}),
    ...(siteId === null ? {} : { siteId }),
    ...(poolId === null ? {} : { poolId }),
    ...(asset === null ? {} : { asset: asset as NonNullable<Hold['asset']> }),
    ...(clientId === null ? {} : { clientId }),
    reason,
    madeBy,
    actor,
    releasedBy,
    isOperators,
    createdAt: instantText(hold.createdAt),
    releasedAt: instantTextOrNull(hold.releasedAt),
    state: stateOf(hold),
  };
}

function stateOf({ appliedAt, releasedAt, isLying }: StoredHold): HoldStateName {
  if (releasedAt !== null) return isLying ? 'releasing' : 'released';
  return appliedAt === null ? 'applying' : 'applied';
}

interface Reach {
  readonly access: Pick<Access, 'rights'>;
  readonly store: Pick<Store, 'read'>;
}

/** An operator may hold anything; a client what it may schedule, and what it set itself. */
async function refuseBeyondReach({ access, store }: Reach, caller: Caller, covered: Covered): Promise<void> {
  if (isOperator(caller)) return;
  const { siteId, poolId, clientId } = covered;
  if (siteId !== null) return mayScheduleOrThrow(caller, 'site', (await access.rights(caller, [siteId])).get(siteId));
  if (poolId !== null) {
    return mayScheduleOrThrow(caller, 'pool', await store.read(readPool, { poolId, clientId: caller.clientId }));
  }
  if (clientId !== caller.clientId) {
    throw new AppError('forbidden', 'only an operator can hold all sites, or what another client set');
  }
}

function mayScheduleOrThrow(caller: Caller, noun: 'site' | 'pool', rights: SiteRights | undefined): void {
  if (rights?.canRead !== true) throw noSuch(noun);
  if (!rights.canSchedule) throw noAccess(caller);
}

/** What a hold covers; null for what it does not name. */
type Covered = Pick<StoredHold, 'siteId' | 'poolId' | 'asset' | 'clientId'>;

function coveredOrThrow({ allSites, siteId, poolId, asset, clientId }: MakeHoldRequest): Covered {
  const named = [allSites, siteId, poolId, clientId].filter((one) => one !== undefined);
  if (named.length !== 1)
    throw new AppError('bad_request', 'give exactly one of allSites, siteId, poolId and clientId');
  if (asset !== undefined && siteId === undefined && poolId === undefined) {
    throw new AppError('bad_request', 'asset: give the siteId of its site, or the poolId of a pool, too');
  }
  return {
    siteId: idOrThrow('siteId', siteId, parseSiteId),
    poolId: idOrThrow('poolId', poolId, parsePoolId),
    asset: asset ?? null,
    clientId: idOrThrow('clientId', clientId, parseClientId),
  };
}

function idOrThrow<Id>(name: string, text: string | undefined, parse: (text: string) => Id | undefined): Id | null {
  if (text === undefined) return null;
  const id = parse(text);
  if (id === undefined) throw new AppError('bad_request', `${name}: must be a UUID`);
  return id;
}
