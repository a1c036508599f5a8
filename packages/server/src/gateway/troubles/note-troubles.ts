import {
  type Asset,
  type Assets,
  IMPLAUSIBLE_MEANING,
  type ImplausibleReason,
  type SiteId,
  type TroubleCode,
} from '@setpoint/contract';
import {
  type Away,
  isClockOff,
  type KnownTrouble,
  type NextTroubles,
  nextTroubles,
  type SeenTrouble,
} from '@setpoint/core';
import type { KnownRejection } from '../../delivery/stored-rejection.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/write-events.ts';
import { readAssets } from '../../sites/read-assets.ts';
import { troublesOf, troublesText } from '../../sites/troubles-of.ts';
import { updateBy } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';
import type { ReportedDevices } from '../reports/put-state.ts';

/** What a report shows of what is wrong. */
interface TroubleFigures {
  readonly clockOffsetMs: number | null;
  /** What the site should have kept, and did not. */
  readonly faults?: readonly Away[];
}

type Wording = (figures: TroubleFigures, asset: string, reason?: ImplausibleReason) => string;

const TEXTS: Readonly<Record<TroubleCode, Wording>> = {
  clock_off: ({ clockOffsetMs: offsetMs }) => {
    const clockOffsetMs = offsetMs ?? 0;
    const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000);
    return `the clock of the controller is ${seconds} s ${clockOffsetMs > 0 ? 'behind' : 'ahead'}`;
  },
  not_measured: (_, asset) => `the power of ${asset} is not reported`,
  limit_exceeded: (figures, asset) => exceededText(asset, figures),
  setpoint_missed: (figures, asset) => missedText(asset, figures),
  reports_dropped: () => 'a report came twice, or after a later one, and does not count',
  orders_not_taken: () => 'the controller says that it takes orders, and does not ask for them',
  order_lost: (_, asset) => `a device of ${asset} drops what was written to it`,
  disk_full: () => 'the controller cannot write to its disk',
  same_serial: () => 'two devices have one serial number',
  implausible: (_, asset, reason) =>
    reason === undefined ? `what ${asset} shows cannot be true` : IMPLAUSIBLE_MEANING[reason],
  login_refused: () => 'a login was refused',
  subscription_refused: () => 'a subscription was refused',
  two_controllers: () => 'two controllers seem to use keys of this site',
};

/** What is wrong, for people. */
function troubleText({ code, asset, reason, message }: SeenTrouble, figures: TroubleFigures): string {
  return message ?? TEXTS[code](figures, asset ?? 'an asset', reason);
}

function codeOf(what: Away['what']): TroubleCode {
  return isLimit(what) ? 'limit_exceeded' : 'setpoint_missed';
}

function isLimit(what: Away['what']): boolean {
  return what === 'upper' || what === 'lower';
}

function exceededText(asset: string, { faults = [] }: TroubleFigures): string {
  const fault = faults.find((one) => one.asset === asset && isLimit(one.what));
  const whose = asset === 'grid' ? 'the connection point' : asset;
  if (fault === undefined) return `${whose} is beyond a limit`;
  const { what, kW, powerKw } = fault;
  return `${whose} is at ${rounded(powerKw)} kW, and its ${what} limit is ${rounded(kW)} kW`;
}

function missedText(asset: string, { faults = [] }: TroubleFigures): string {
  const fault = faults.find((one) => one.asset === asset && !isLimit(one.what));
  if (fault === undefined) return `${asset} is not at its setpoint`;
  if (fault.what === 'charge') return `the storage does not move towards the state of charge that is set`;
  return `the power of ${asset} is ${rounded(fault.powerKw)} kW, and by the plan it is ${rounded(fault.kW)} kW`;
}

function rounded(kw: number): number {
  return Math.round(kw * 10) / 10;
}

interface TroubleReport extends TroubleFigures {
  readonly siteId: SiteId;
  readonly now: number;
}

/** A report that counts, as far as it shows what is wrong. */
export interface ReportWithTroubles extends TroubleReport {
  readonly devices?: Pick<ReportedDevices, 'unmeasured' | 'tree'> | undefined;
  readonly takes?: string | null;
  readonly hearsOrders?: boolean | undefined;
  /** What it says of its assets, and those of which something is asked now. */
  readonly assets: Assets;
  readonly asked: ReadonlySet<Asset>;
  /** Whether nothing was said of its devices for so long that nothing is known of them. */
  readonly isStale: boolean;
  /** What the controller itself says that it does not do. */
  readonly rejected: readonly KnownRejection[];
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
  seen.push(...(report.faults ?? []).map(({ asset, what }) => ({ code: codeOf(what), asset })));
  if (report.suspected !== undefined) seen.push(suspicion(report.suspected));
  seen.push(...(report.told ?? []));
  seen.push(...(await unmeasured(tx, report, before, state.tree_shape)));
  if (before.length === 0 && seen.length === 0) return null;
  const next = nextTroubles(before, seen, report.now);
  await tellOf(tx, report, next);
  return troublesText(next.standing);
}

const OF_STORAGE: readonly ImplausibleReason[] = ['order_echoed', 'soc_stuck', 'soc_reversed'];

function suspicion(reason: ImplausibleReason): SeenTrouble {
  return { code: 'implausible', asset: OF_STORAGE.includes(reason) ? 'bess' : 'grid', reason };
}

// One more within this time says nothing new.
const DROPPED_AGAIN_MS = 10_000;

/** Tells that a report did not count, because it came twice, or after a later one. */
export async function noteDroppedReport(tx: Tx, report: TroubleReport, state: KnownState): Promise<void> {
  const { siteId, now } = report;
  const before = troublesOf(state.troubles);
  const known = before.find(({ code }) => code === 'reports_dropped');
  if (known !== undefined && now - known.at < DROPPED_AGAIN_MS) return;
  const next = nextTroubles(before, [{ code: 'reports_dropped', asset: null }], now);
  await tellOf(tx, report, { ...next, over: [] });
  // Only a report that counts ends what is wrong with others.
  await tx.run(putTroubles, { siteId, troubles: troublesText([...next.standing, ...next.over]) });
}

/** The assets that were measured once and are no more, and those of which something is asked now. */
async function unmeasured(
  tx: Tx,
  { siteId, devices, assets, asked, isStale, rejected }: ReportWithTroubles,
  before: readonly KnownTrouble[],
  treeShape: string | null,
): Promise<SeenTrouble[]> {
  const known = before.filter(({ code }) => code === 'not_measured');
  if (devices === undefined && !isStale) return known;
  if (devices === undefined) return [...known, ...[...asked].map(unseen)];
  const isNew = devices.unmeasured.length > 0 && devices.tree.shapeHash !== treeShape;
  const earlier = isNew ? await readAssets(tx, siteId) : undefined;
  // A controller that rejects what is asked of an asset that it does not have says so itself.
  const isSaid = (asset: Asset): boolean => rejected.some((one) => one.asset === asset);
  const missing = [...asked].filter((asset) => assets[asset] === null && !isSaid(asset));
  return [...new Set([...devices.unmeasured, ...missing])].flatMap((asset): SeenTrouble[] => {
    const isLost = known.some((one) => one.asset === asset && one.isAsked !== true);
    if (isLost || isMeasured(earlier, asset)) return [{ code: 'not_measured', asset }];
    return asked.has(asset) ? [unseen(asset)] : [];
  });
}

function unseen(asset: Asset): SeenTrouble {
  return { code: 'not_measured', asset, isAsked: true };
}

function isMeasured(assets: Assets | undefined, asset: keyof Assets): boolean {
  return assets?.[asset]?.activePowerkW !== undefined;
}

async function tellOf(tx: Tx, report: TroubleReport, { began, over }: NextTroubles) {
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
