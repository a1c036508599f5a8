import { namesOfPair, pairName, type PairNames, type SiteId } from '@setpoint/contract';
import {
  entryFactsOf,
  heldSince,
  type PowersSoFar,
  type ReportedPowers,
  STEERING_PAIRS,
  storageOrder,
  type StorageOrder,
  suspectPowers,
} from '@setpoint/core';
import { loadHolds } from '../../sites/load-holds.ts';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';

/** What is kept from report to report, so that most of them need not read what is set. */
interface Watched {
  readonly epoch: number;
  readonly version: number;
  readonly fromMs: number;
  readonly order: StorageOrder;
  /** Since when the controller carries it out, by its reports. */
  readonly freeSince?: number;
  readonly powers?: PowersSoFar;
}

interface WatchedSite {
  readonly epoch: number;
  readonly version: number;
  readonly watched_powers: string | null;
}

/** What a report says anew. */
export interface WatchedReport {
  readonly siteId: SiteId;
  readonly now: number;
  readonly powers: Pick<ReportedPowers, 'gridKw' | 'bessKw' | 'ratedKw'>;
  /** Whether the controller has what is set, carries out the setpoint of the storage, and is at no limit. */
  readonly isFree: boolean;
}

/** Holds what a report measured against itself: the storage cannot move without the connection point. */
export async function watchPowers(tx: Tx, report: WatchedReport, site: WatchedSite): Promise<Watched> {
  const { siteId, now } = report;
  const { epoch, version } = site;
  const known = site.watched_powers === null ? undefined : (JSON.parse(site.watched_powers) as Watched);
  const isKnown = known?.epoch === epoch && known.version === version && isDuring(known, now);
  const { order, fromMs } = isKnown ? known : { order: storageOrder(await readOrders(tx, siteId), now), fromMs: now };
  return { epoch, version, fromMs, order, ...withReport({ known, order, version }, report) };
}

type Before = Pick<Watched, 'version' | 'order'> & { readonly known: Watched | undefined };

function withReport({ known, order, version }: Before, report: WatchedReport): Pick<Watched, 'freeSince' | 'powers'> {
  const { now, powers, isFree } = report;
  if (order.kW === null) return {};
  if (!isFree) return known?.powers === undefined ? {} : { powers: known.powers };
  const freeSince = (known?.version === version ? known.freeSince : undefined) ?? now;
  const orderSince = Math.max(freeSince, order.sinceMs);
  return { freeSince, powers: suspectPowers(known?.powers, { ...powers, now, orderKw: order.kW, orderSince }) };
}

// The clock may have been set back since.
function isDuring({ fromMs, order: { untilMs } }: Watched, now: number): boolean {
  return now >= fromMs && (untilMs === null || now < untilMs);
}

const commandOfPair = readBy(
  'set_command',
  ['siteId', 'asset', 'type'],
  ['asset', 'type', 'text', 'firstSet', 'clientId'],
);

async function readOrders(tx: Tx, siteId: SiteId): Promise<Parameters<typeof storageOrder>[0]> {
  const storage = await tx.first(commandOfPair, { siteId, asset: 'bess', type: 'activePowerkW' });
  if (storage === undefined) return new Map();
  const holds = await loadHolds(tx, siteId);
  const rows = await Promise.all(
    STEERING_PAIRS.map((pair) => tx.first(commandOfPair, { siteId, ...namesOfPair(pair) })),
  );
  const inForce = [storage, ...rows].filter((row) => row !== undefined);
  const isHeld = (row: PairNames & { readonly clientId: string }): boolean =>
    heldSince(holds, { pair: pairName(row), clientId: row.clientId }) !== null;
  return new Map(inForce.filter((row) => !isHeld(row)).map((row) => [pairName(row), entryFactsOf(row)]));
}
