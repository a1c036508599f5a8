import type { ClientId, EventGap, EventType, PoolId, SiteId } from '@setpoint/contract';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { longRead } from '../store/long-read.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import type { Sight } from '../access/sight.ts';
import {
  compareEventPositions,
  type EventPosition,
  type LoggedEvent,
  readEventBounds,
  readEvents,
  readSeenEvents,
  type SeenEvents,
} from './read-events.ts';
import type { EventTail } from './event-tail.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it stands where ids of sites stand in grants
const EVERY_SITE = ALL_SITES as SiteId;
const EVENTS_AT_ONCE = 256;
// A row may have the events of 64 sites.
const ROWS_AT_ONCE = 16;
const SEEN_AT_ONCE = 64;

export interface EventReading {
  readonly store: Store;
  readonly tail: EventTail;
}

/** What somebody wants to hear of. */
export interface EventWish {
  readonly clientId: ClientId;
  /** Every type, when left out. */
  readonly types: ReadonlySet<EventType> | undefined;
  /** Only what happened on this site. */
  readonly siteId?: SiteId | undefined;
  /** Only what happened to this pool, and on sites that were its members then. */
  readonly poolId?: PoolId | undefined;
  /** Whether it may see what is neither of a site nor of a pool. */
  readonly hearsAsOperator: boolean;
}

export interface EventStart {
  readonly position: EventPosition;
  /** What is told before the position is. */
  readonly gap: EventGap | undefined;
}

/** Where somebody who saw an event goes on, and whether something is missing in between. */
export async function resumeAfter({ store, tail }: EventReading, seen: EventPosition): Promise<EventStart> {
  const { forgotten, last } = await store.read(readEventBounds, {});
  if (compareEventPositions(seen, forgotten) < 0) {
    return { position: forgotten, gap: gapOf('forgotten', 'the events after this one are no longer kept') };
  }
  const { isAfterKnown } = await store.read(readEvents, { after: seen, rows: 1 });
  if (isAfterKnown || compareEventPositions(seen, forgotten) === 0) return { position: seen, gap: undefined };
  const isAhead = compareEventPositions(seen, last) > 0 && compareEventPositions(seen, tail.end()) > 0;
  const message = 'this log does not contain that event: a backup may have been restored; read again what you rely on';
  return { position: isAhead ? tail.end() : seen, gap: gapOf('restored', message) };
}

function gapOf(reason: EventGap['reason'], message: string): EventGap {
  return { type: 'log.gap', reason, message };
}

const readFarBack = longRead((tx: Tx, after: EventPosition) => readEvents(tx, { after, rows: ROWS_AT_ONCE }));

/** The events behind a place, from memory or from the store; none when there is nothing new. */
export async function eventsAfter(
  { store, tail }: { readonly store: Store; readonly tail: KnownEvents },
  position: EventPosition,
): Promise<readonly LoggedEvent[]> {
  const known = tail.after(position);
  if (known !== undefined) return known.slice(0, EVENTS_AT_ONCE);
  return (await store.read(readFarBack, position)).events;
}

/** What is known without a look into the store. */
export type KnownEvents = Pick<EventTail, 'after'>;

/** As `eventsAfter`, for one client: what lies far back and cannot be seen is left out by the database. */
export async function eventsFor(
  { store, tail }: { readonly store: Store; readonly tail: KnownEvents },
  { clientId }: EventWish,
  position: EventPosition,
): Promise<SeenEvents | undefined> {
  const known = tail.after(position)?.slice(0, EVENTS_AT_ONCE);
  if (known === undefined) return store.read(readSeenEvents, { after: position, rows: SEEN_AT_ONCE, clientId });
  const last = known.at(-1);
  return last === undefined ? undefined : { events: known, end: last.position };
}

/** Whether there is more behind a place than a moment brings: to catch up takes turns. */
export function isFarBack(tail: KnownEvents, position: EventPosition): boolean {
  const known = tail.after(position);
  return known === undefined || known.length > EVENTS_AT_ONCE;
}

/** Whether an event is neither of a site nor of a pool: it takes no grant, and a scope instead. */
export function isForOperators({ siteId, poolId }: LoggedEvent): boolean {
  return siteId === undefined && poolId === undefined;
}

/** What a client wants and may see of some events. */
export interface EventsSeen {
  readonly visible: readonly LoggedEvent[];
  /** Whether it sees what happens on all sites, so that how much happens tells it nothing. */
  readonly seesAllSites: boolean;
}

/** Those of some events that a client wants and may see now; undefined when it is shut out. */
export async function visibleEvents(
  sight: Sight,
  wish: EventWish,
  events: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[] | undefined> {
  return (await seeEvents(sight, wish, events))?.visible;
}

/** The same, with whether it sees all sites. */
export async function seeEvents(
  sight: Sight,
  { clientId, types, siteId: onlySite, poolId: only, hearsAsOperator }: EventWish,
  events: readonly LoggedEvent[],
): Promise<EventsSeen | undefined> {
  const wanted = events.filter(({ type, siteId }) => {
    return (types === undefined || types.has(type)) && (onlySite === undefined || siteId === onlySite);
  });
  const siteIds = [...wanted.flatMap(({ siteId }) => siteId ?? []), ...(onlySite === undefined ? [] : [onlySite])];
  const poolIds = [...wanted.flatMap(({ poolId }) => poolId ?? []), ...(only === undefined ? [] : [only])];
  // Visible is what a grant names: so that of all sites is asked for with the sites.
  const sites = await sight.sites({ clientId, siteIds: [...siteIds, EVERY_SITE] });
  if (sites === undefined || (onlySite !== undefined && !sites.has(onlySite))) return undefined;
  const pools = poolIds.length === 0 ? undefined : await sight.pools({ clientId, poolIds });
  const visible = wanted.filter((event) => {
    const { siteId, poolId } = event;
    if (isForOperators(event)) return hearsAsOperator;
    return (siteId !== undefined && sites.has(siteId)) || (poolId !== undefined && pools?.has(poolId) === true);
  });
  const seesAllSites = sites.has(EVERY_SITE);
  if (only === undefined) return { visible, seesAllSites };
  return pools?.has(only) === true ? { visible: await ofPool(sight, only, visible), seesAllSites } : undefined;
}

/** Those of some events that happened to a pool, or on its members, as it was known at their times who that is. */
async function ofPool(sight: Sight, poolId: PoolId, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const siteIds = events.flatMap(({ siteId }) => siteId ?? []);
  const bySite = Map.groupBy(await sight.stretches({ poolId, siteIds }), ({ siteId }) => siteId);
  return events.filter(({ siteId, at, data, ...event }) => {
    // A site that joins or leaves is no member before or after.
    if (event.poolId === poolId || data['poolId'] === poolId) return true;
    const stretches = siteId === undefined ? [] : (bySite.get(siteId) ?? []);
    return stretches.some(({ from, to, knownFrom, knownTo }) => {
      return from <= at && at < to && knownFrom <= at && at < knownTo;
    });
  });
}
