import { type Asset, type Assets, type ImplausibleReason, pairName, type SiteId } from '@setpoint/contract';
import {
  asksForPower,
  entryFactsOf,
  type BeyondLimit,
  isClockOff,
  type KnownTrouble,
  type MissedSetpoint,
  type NextTroubles,
  nextTroubles,
  type SeenTrouble,
} from '@setpoint/core';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/write-events.ts';
import { readAssets } from '../../sites/read-assets.ts';
import { troublesOf, troublesText } from '../../sites/troubles-of.ts';
import { readBy } from '../../store/fields.ts';
import { updateBy } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';
import type { ReportedDevices } from '../reports/put-state.ts';
import { troubleText } from './trouble-text.ts';

/** A report that counts, as far as it shows what is wrong. */
export interface ReportWithTroubles {
  readonly siteId: SiteId;
  readonly now: number;
  readonly clockOffsetMs: number | null;
  readonly devices?: Pick<ReportedDevices, 'unmeasured' | 'tree'> | undefined;
  readonly takes?: string | null;
  readonly hearsOrders?: boolean | undefined;
  /** The limit that the connection point should have kept. */
  readonly exceeded?: BeyondLimit | undefined;
  /** The setpoints that assets should have reached; none, if left out. */
  readonly missed?: readonly MissedSetpoint[];
  /** Why what is measured cannot be true. */
  readonly suspected?: ImplausibleReason | undefined;
  /** What the controller says is wrong on its side. */
  readonly told?: readonly SeenTrouble[];
}

export interface KnownState {
  readonly troubles: string | null;
  readonly tree_shape: string | null;
}

const putTroubles = updateBy('site_state', ['siteId'], ['troubles']);

/** Tells what is wrong since this report, or no more; returns what is to be kept of it. */
export async function noteTroubles(tx: Tx, report: ReportWithTroubles, state: KnownState): Promise<string | null> {
  const before = troublesOf(state.troubles);
  const seen: SeenTrouble[] = isClockOff(report.clockOffsetMs) ? [{ code: 'clock_off', asset: null }] : [];
  if (report.takes != null && report.hearsOrders === false) seen.push({ code: 'orders_not_taken', asset: null });
  if (report.exceeded !== undefined) seen.push({ code: 'limit_exceeded', asset: 'grid' });
  seen.push(...(report.missed ?? []).map(({ asset }) => ({ code: 'setpoint_missed' as const, asset })));
  if (report.suspected !== undefined) seen.push(suspicion(report.suspected));
  seen.push(...(report.told ?? []));
  seen.push(...(await unmeasured(tx, report, { before, treeShape: state.tree_shape })));
  if (before.length === 0 && seen.length === 0) return null;
  const next = nextTroubles(before, seen, report.now);
  await tellOf(tx, report, next);
  return troublesText(next.standing);
}

function suspicion(reason: ImplausibleReason): SeenTrouble {
  return { code: 'implausible', asset: reason === 'order_echoed' ? 'bess' : 'grid', reason };
}

// One more within this time says nothing new.
const DROPPED_AGAIN_MS = 10_000;

/** Tells that a report did not count, because it came twice, or after a later one. */
export async function noteDroppedReport(tx: Tx, report: ReportWithTroubles, state: KnownState): Promise<void> {
  const { siteId, now } = report;
  const before = troublesOf(state.troubles);
  const known = before.find(({ code }) => code === 'reports_dropped');
  if (known !== undefined && now - known.at < DROPPED_AGAIN_MS) return;
  const next = nextTroubles(before, [{ code: 'reports_dropped', asset: null }], now);
  await tellOf(tx, report, { ...next, over: [] });
  // Only a report that counts ends what is wrong with others.
  await tx.run(putTroubles, { siteId, troubles: troublesText([...next.standing, ...next.over]) });
}

interface Earlier {
  readonly before: readonly KnownTrouble[];
  readonly treeShape: string | null;
}

/** The assets that were measured once and are no more, and those of which something is asked now. */
async function unmeasured(
  tx: Tx,
  { siteId, devices, now }: ReportWithTroubles,
  { before, treeShape }: Earlier,
): Promise<SeenTrouble[]> {
  const known = before.filter(({ code }) => code === 'not_measured');
  if (devices === undefined) return known;
  const isNew = devices.unmeasured.length > 0 && devices.tree.shapeHash !== treeShape;
  const earlier = isNew ? await readAssets(tx, siteId) : undefined;
  const seen = devices.unmeasured.map(async (asset): Promise<SeenTrouble[]> => {
    const isLost = known.some((one) => one.asset === asset && one.isAsked !== true);
    if (isLost || isMeasured(earlier, asset)) return [{ code: 'not_measured', asset }];
    return (await isAsked(tx, { siteId, asset, now })) ? [{ code: 'not_measured', asset, isAsked: true }] : [];
  });
  return (await Promise.all(seen)).flat();
}

const commandsOfAsset = readBy('set_command', ['siteId', 'asset'], ['asset', 'type', 'text', 'firstSet']);

interface Asked {
  readonly siteId: SiteId;
  readonly asset: Asset;
  readonly now: number;
}

async function isAsked(tx: Tx, { siteId, asset, now }: Asked): Promise<boolean> {
  const rows = await tx.all(commandsOfAsset, { siteId, asset });
  return rows.some((row) => asksForPower({ pair: pairName(row), entries: entryFactsOf(row) }, now));
}

function isMeasured(assets: Assets | undefined, asset: keyof Assets): boolean {
  return assets?.[asset]?.activePowerkW !== undefined;
}

async function tellOf(tx: Tx, report: ReportWithTroubles, { began, over }: NextTroubles) {
  const { siteId, now } = report;
  const eventOf = (trouble: SeenTrouble, isOver: boolean): NewEvent => {
    const { code, asset, reason } = trouble;
    const message = isOver ? null : troubleText(trouble, report);
    return {
      type: 'site.trouble',
      data: { code, asset, ...(reason === undefined ? {} : { reason }), isOver, message },
    };
  };
  const events = [...began.map((one) => eventOf(one, false)), ...over.map((one) => eventOf(one, true))];
  await appendEvents(tx, { siteId, now, events });
}
