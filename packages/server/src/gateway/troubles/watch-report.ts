import {
  type Asset,
  type Assets,
  type ImplausibleReason,
  namesOfPair,
  type PairName,
  pairName,
  type SiteId,
} from '@setpoint/contract';
import {
  asksForPower,
  type Away,
  type Commands,
  entryFactsOf,
  expectedAt,
  heldSince,
  type JudgedOrder,
  judgeOrders,
  judgePower,
  type Measurement,
  type PoolOrder,
  ratingsOf,
  sinceSet,
  storageOrder,
  type TimedPower,
  type Tolerances,
} from '@setpoint/core';
import type { StoredLimitation, KnownRejection } from '../../delivery/stored-rejection.ts';
import { loadHolds } from '../../sites/load-holds.ts';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';
import { type SeenPowers, watchPowers } from './watch-powers.ts';

/** How the setpoints of a site are watched. */
export interface SetpointWatch {
  readonly tolerances: Tolerances;
  /** What pools ask for, or asked for within the last two ramps; null where this node does not know. */
  readonly orders: readonly PoolOrder[] | null;
}

/** A report that counts, as far as what it measured is judged. */
interface MeasuredReport {
  readonly siteId: SiteId;
  readonly now: number;
  readonly revision: string | null;
  /** What the controller itself says that it does not do, or in part. */
  readonly rejected: readonly KnownRejection[];
  readonly limited?: readonly StoredLimitation[];
  /** As it says of them now, or said last. */
  readonly assets: Assets;
  readonly isMeasuredNow: boolean;
  readonly measurements: readonly Measurement[];
  /** No setpoint is watched, if left out. */
  readonly watch?: SetpointWatch | undefined;
}

/** What is set around now, and not held. */
interface Near {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly set: readonly (readonly [PairName, readonly (readonly [startMs: number, endMs: number, value: number])[]])[];
}

/** What is kept from report to report, so that most of them need not read what is set. */
interface Watched extends Near, SeenPowers, SeenOrders {
  readonly epoch: number;
  readonly version: number;
  /** When the devices were reported last. */
  readonly measuredAt: number;
  /** Kept from version to version: a setpoint that is written each 15 s would never be missed for long enough. */
  readonly away: readonly Away[];
}

/** What orders are judged by; nothing, where there are none. */
interface SeenOrders {
  /** What the site may still go by, since it may not have heard of what is set now. */
  readonly earlier?: readonly { readonly set: Near['set']; readonly untilMs: number }[];
  /** The powers of the connection point in the last ramp. */
  readonly lately?: readonly TimedPower[];
  /** How the orders in force are followed. */
  readonly ordered?: readonly JudgedOrder[];
}

interface WatchedSite {
  readonly epoch: number;
  readonly version: number;
  readonly hash: string;
  readonly watched: string | null;
}

interface ReportWatched {
  readonly watched: string;
  readonly faults: readonly Away[];
  readonly ordered: readonly JudgedOrder[];
  /** Of which something is asked now that cannot be seen unless it is measured. */
  readonly asked: ReadonlySet<Asset>;
  /** The devices were left out for so long that nothing is known of them any more. */
  readonly isStale: boolean;
  readonly suspected?: ImplausibleReason | undefined;
}

const STALE_MS = 300_000;

/** Holds what a report measured against what is set and ordered, whatever the controller says of it, and against itself. */
export async function watchReport(tx: Tx, came: MeasuredReport, site: WatchedSite): Promise<ReportWatched> {
  const { siteId, now, assets, rejected, limited = [], watch } = came;
  const { epoch, version } = site;
  const before = site.watched === null ? undefined : (JSON.parse(site.watched) as Watched);
  const { report, measuredAt, isStale } = asMeasured(came, before);
  const { fromMs, untilMs, set } = nearStill(before, site, now) ?? (await readNear(tx, siteId, now));
  const commands = commandsOf(set);
  const { tolerances, orders = null } = watch ?? {};
  const order = storageOrder(commands, now);
  const charge = chargeOf(report, order);
  const expected = expectedAt({ commands, ratings: ratingsOf(assets), orders, limited, charge, tolerances }, now);
  const { away, faults } = judgePower(before?.away ?? [], expected, {
    now,
    powerOf: (asset) => powerOf(report, asset),
    isRejected: (asset) => rejected.some((one) => one.asset === asset),
  });
  const ofPowers = { ...report, powerOf: (asset: Asset) => powerOf(report, asset) };
  const seen = watchPowers({ before, expected, order }, ofPowers, site);
  const judgedBy = seeOrders(before, set, commands, report);
  const watched: Watched = { epoch, version, fromMs, untilMs, set, away, measuredAt, ...judgedBy, ...seen };
  return {
    watched: JSON.stringify(watched),
    faults,
    ordered: judgedBy.ordered,
    asked: askedOf(commands, now),
    isStale,
    suspected: suspicionOf(seen),
  };
}

/** Nothing is known of devices that were left out for too long. */
function asMeasured(came: MeasuredReport, before: Watched | undefined) {
  const measuredAt = came.isMeasuredNow ? came.now : (before?.measuredAt ?? came.now);
  const isStale = came.now - measuredAt >= STALE_MS;
  return { measuredAt, isStale, report: isStale ? { ...came, measurements: [] } : came };
}

function askedOf(commands: Commands, now: number): ReadonlySet<Asset> {
  const asking = [...commands].filter(([pair, entries]) => asksForPower({ pair, entries }, now));
  return new Set(asking.map(([pair]) => namesOfPair(pair).asset));
}

function suspicionOf({ powers, values }: SeenPowers): ImplausibleReason | undefined {
  return (powers?.suspected ?? values?.suspected)?.reason;
}

function chargeOf({ assets: { bess } }: MeasuredReport, { socPcnt, sinceMs }: ReturnType<typeof storageOrder>) {
  const soc = bess?.soc ?? null;
  return socPcnt === null || soc === null ? undefined : { wantedPcnt: socPcnt, socPcnt: soc, sinceMs };
}

function powerOf({ measurements }: MeasuredReport, asset: Asset): number | null {
  return measurements.find((one) => one.asset === asset)?.powerKw ?? null;
}

/** What was read before, if it is still what is set; the clock may have been set back since. */
function nearStill(before: Watched | undefined, { epoch, version }: WatchedSite, now: number): Near | undefined {
  if (before?.epoch !== epoch || before.version !== version) return undefined;
  return before.fromMs <= now && now < before.untilMs ? before : undefined;
}

// Activations take up to 12.5 minutes; what begins later is read then.
const NEAR_MS = 900_000;

const commandsOfSite = readBy('set_command', ['siteId'], ['asset', 'type', 'text', 'firstSet', 'clientId']);

async function readNear(tx: Tx, siteId: SiteId, now: number): Promise<Near> {
  const rows = await tx.all(commandsOfSite, { siteId });
  const holds = rows.length === 0 ? [] : await loadHolds(tx, siteId);
  const set = rows.flatMap((row): Near['set'] => {
    const pair = pairName(row);
    if (heldSince(holds, { pair, clientId: row.clientId }) !== null) return [];
    const pieces = entryFactsOf(row).map(sinceSet);
    const near = pieces.filter(({ startMs, endMs }) => startMs < now + NEAR_MS && endMs > now - NEAR_MS);
    return near.length === 0 ? [] : [[pair, near.map(({ startMs, endMs, value }) => [startMs, endMs, value])]];
  });
  return { fromMs: now, untilMs: now + NEAR_MS, set };
}

function commandsOf(set: Near['set']): Commands {
  return new Map(
    set.map(([pair, pieces]) => [pair, pieces.map(([startMs, endMs, value]) => ({ startMs, endMs, value }))]),
  );
}

// What is set has to come to the site first, and then it has its ramp.
const ON_ITS_WAY_MS = 60_000;
const EARLIER_MOST = 4;
// Of reports closer together than this, the last alone is kept.
const APART_MS = 5_000;

function seeOrders(before: Watched | undefined, set: Near['set'], commands: Commands, report: MeasuredReport) {
  const { now, assets, watch } = report;
  if (watch === undefined) return { ordered: [] };
  const { orders, tolerances } = watch;
  const rampMs = tolerances.grid.rampSeconds * 1_000;
  const earlier = earlierOf(before, set, { now, untilMs: now + rampMs + ON_ITS_WAY_MS });
  if (orders === null || orders.length === 0) return { ordered: [], ...(earlier.length > 0 && { earlier }) };
  const measuredKw = powerOf(report, 'grid');
  const during = (before?.lately ?? []).filter(({ atMs }) => atMs >= now - rampMs && atMs < now);
  const recent = during.filter(({ atMs }, index) => atMs - (during[index - 1]?.atMs ?? 0) >= APART_MS);
  const lately = measuredKw === null ? recent : [...recent, { atMs: now, powerKw: measuredKw }];
  const ordered = judgeOrders({
    now,
    commands: [commands, ...earlier.map((one) => commandsOf(one.set))],
    recent: orders,
    ratings: ratingsOf(assets),
    measuredKw,
    powers: lately,
    tolerance: tolerances.grid,
  });
  return { ordered, earlier, lately };
}

function earlierOf(
  before: Watched | undefined,
  set: Near['set'],
  { now, untilMs }: { readonly now: number; readonly untilMs: number },
): NonNullable<SeenOrders['earlier']> {
  const isOther = before !== undefined && JSON.stringify(before.set) !== JSON.stringify(set);
  const all = [...(before?.earlier ?? []), ...(isOther ? [{ set: before.set, untilMs }] : [])];
  return all.filter((one) => one.untilMs > now).slice(-EARLIER_MOST);
}
