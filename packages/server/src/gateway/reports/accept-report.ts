import {
  ASSETS,
  findPair,
  IMPLAUSIBLE_REASONS,
  type LimitedCommand,
  namesOfPair,
  type RejectedCommand,
  Report,
  type SiteId,
  TOLD_TROUBLES,
  type ToldTrouble,
} from '@setpoint/contract';
import {
  type ClockReading,
  horizonOf,
  horizonRevision,
  parseInstant,
  ratingsText,
  readingsToCompare,
  type SeenTrouble,
  treeToGroups,
  type Tolerances,
} from '@setpoint/core';
import { shapeOf } from '../../wire/value-or-throw.ts';
import { splitTree } from '../../sites/split-tree.ts';
import { parseJson } from '../../wire/parse-json.ts';
import { type OrdersOfSites, revisionWith } from '../snapshots/revision-with.ts';
import { lanesText } from '../../sites/takes-orders.ts';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import type { Store } from '../../store/store.ts';
import { type RecordReportInput, recordReport } from './record-report.ts';
import type { SiteSignals } from '../../platform/site-signals.ts';
import type { Deviations } from '../../pools/deviations/watch-deviations.ts';
import type { OrderBoard } from '../../pools/signals/order-board.ts';
import type { StoredLimitation, KnownRejection } from '../../delivery/stored-rejection.ts';
import type { SetpointWatch } from '../troubles/watch-report.ts';
import { recordProtocolError } from '../troubles/record-trouble.ts';

export interface ReportAccepting {
  readonly store: Store;
  readonly signals: SiteSignals;
  readonly metrics: GatewayMetrics;
  readonly now: () => number;
  /** What sites are asked for; nothing, if left out. */
  readonly orders?: OrdersOfSites | undefined;
  /** How far behind the clock of each site was by its last reports. */
  readonly clockOffsets: Map<SiteId, readonly ClockReading[]>;
  /** How far assets may be from their setpoints, with orders; nobody looks at that, if left out. */
  readonly watch?:
    | {
        readonly tolerances: Tolerances;
        readonly orders: Pick<OrderBoard, 'since'>;
        readonly deviations: Pick<Deviations, 'see'>;
      }
    | undefined;
  /** For those who watch a controller: each sound report, as it came and as it is stored. */
  readonly onReport?: (came: Report, stored: RecordReportInput) => void;
}

/** A report as it came, and when. */
export interface ReportThatCame {
  readonly bytes: Buffer;
  readonly receivedAt: number;
  /** Whether its controller hears of orders, if it takes them; assumed if left out. */
  readonly hearsOrders?: () => boolean;
}

export type AcceptedReport =
  | {
      readonly kind: 'accepted';
      readonly session: string;
      /** What the controller should have, and whether it says that it has it. */
      readonly revision: string;
      readonly isCurrent: boolean;
      /** What it says that it has. */
      readonly reported: string | null;
      /** Whether its orders come by a way of their own. */
      readonly takesOrders: boolean;
      /** Whether a later connection is the presence of the site. */
      readonly isReplaced: boolean;
    }
  | Malformed
  | { readonly kind: 'site_missing' };

interface Malformed {
  readonly kind: 'malformed';
  readonly reason: string;
}

/** The largest report: 2,000 nodes of 500 bytes. */
export const MAX_REPORT_BYTES = 1024 * 1024;
// Each of the 16 levels of a device tree is an object in an array; what vendors add may be deeper.
const MAX_REPORT_DEPTH = 64;
const shapeOfReport = shapeOf(Report);

/** Takes a report as it came over either binding; resolves once it is durable. */
export async function acceptReport(
  accepting: ReportAccepting,
  siteId: SiteId,
  came: ReportThatCame,
): Promise<AcceptedReport> {
  const { store, signals, metrics, clockOffsets } = accepting;
  const readings = readingsToCompare(clockOffsets.get(siteId) ?? [], came.receivedAt);
  const clockBeforeMs = leastOf(readings);
  const parsed = parseReport(came, { siteId, now: accepting.now(), clockBeforeMs });
  if (parsed.kind === 'malformed') {
    metrics.countReport('malformed');
    await refuseReport(accepting, siteId, parsed.reason);
    return parsed;
  }
  accepting.onReport?.(parsed.came, parsed.report);
  const outcome = await store.write(recordReport, { ...parsed.report, watch: watchOf(accepting, siteId) });
  metrics.countReport(outcome.kind);
  if (outcome.kind === 'site_missing') return outcome;
  if (outcome.deliveredAfterMs !== undefined) metrics.observeDelivery(outcome.deliveredAfterMs);
  if (outcome.kind === 'counted') {
    clockOffsets.set(siteId, [...readings, { at: came.receivedAt, offsetMs: parsed.report.clockOffsetMs }]);
    accepting.watch?.deviations.see(siteId, outcome.ordered ?? []);
    signals.send(siteId, 'report');
  }
  const isReplaced = outcome.kind === 'replaced_session';
  return { kind: 'accepted', isReplaced, ...answerTo(accepting, parsed.report, outcome.revision) };
}

function watchOf({ watch, now }: ReportAccepting, siteId: SiteId): SetpointWatch | undefined {
  if (watch === undefined) return undefined;
  const { tolerances, orders } = watch;
  const rampMs = Math.max(tolerances.grid.rampSeconds, tolerances.bess.rampSeconds) * 1_000;
  return { tolerances, orders: orders.since(siteId, now() - 2 * rampMs) ?? null };
}

function leastOf(readings: readonly ClockReading[]): number | undefined {
  return readings.length === 0 ? undefined : Math.min(...readings.map(({ offsetMs }) => offsetMs));
}

function answerTo({ orders }: ReportAccepting, report: RecordReportInput, set: string) {
  const { siteId, session, revision: reported, now } = report;
  const takesOrders = report.takes != null;
  const current = revisionWith(set, takesOrders ? [] : (orders?.of(siteId) ?? []), now);
  const revision = horizonRevision(current, reported === null ? undefined : horizonOf(reported), now);
  return { session, revision, isCurrent: reported === revision, reported, takesOrders };
}

/** Keeps what a controller did against the protocol where people see it. */
export async function refuseReport({ store, now }: ReportAccepting, siteId: SiteId, reason: string): Promise<void> {
  await store.write(recordProtocolError, { siteId, reason, now: now() });
}

type ParsedReport = { readonly kind: 'report'; readonly came: Report; readonly report: RecordReportInput } | Malformed;

type Known = Pick<RecordReportInput, 'siteId' | 'now' | 'clockBeforeMs'>;

function parseReport({ bytes, receivedAt, hearsOrders }: ReportThatCame, known: Known): ParsedReport {
  const shaped = reportOf(bytes);
  if (shaped.kind === 'malformed') return shaped;
  const { session, sequence, sentAt, schedule, devices, takes, troubles = [] } = shaped.value;
  const sentAtMs = parseInstant(sentAt);
  if (sentAtMs === undefined) return { kind: 'malformed', reason: 'sentAt: is not an instant with an offset' };
  const report: RecordReportInput = {
    ...known,
    session,
    sequence,
    // What it waits in the service is not the fault of its clock.
    clockOffsetMs: receivedAt - sentAtMs,
    ...saidOf(schedule),
    ...lanesOf(takes, hearsOrders),
    told: troubles.flatMap(knownTrouble),
  };
  if (devices === undefined) return { kind: 'report', came: shaped.value, report };
  const groups = treeToGroups(known.siteId, devices);
  if (groups.kind === 'invalid') return { kind: 'malformed', reason: `devices: ${groups.reason}` };
  const { assets, measurements } = groups;
  const tree = splitTree(JSON.stringify(devices));
  const unmeasured = ASSETS.filter((asset) => assets[asset] !== null && assets[asset].activePowerkW === undefined);
  const texts = { tree, assets: JSON.stringify(assets), ratings: ratingsText(assets), unmeasured };
  return { kind: 'report', came: shaped.value, report: { ...report, devices: { ...texts, measurements } } };
}

function saidOf(schedule: Report['schedule']): Pick<RecordReportInput, 'revision' | 'rejected' | 'limited'> {
  if (schedule === null) return { revision: null, rejected: [] };
  const { revision, rejected, limited = [] } = schedule;
  return { revision, rejected: rejected.flatMap(knownRejection), limited: limited.flatMap(knownLimitation) };
}

function lanesOf(said: Report['takes'], hearsOrders: (() => boolean) | undefined) {
  const takes = lanesText(said);
  // Asked only of who takes them: from then on it is waited for.
  return { takes, hearsOrders: takes === null ? undefined : hearsOrders?.() };
}

/** What the service does not know it has not set: that it is rejected means nothing here. */
function knownRejection({ asset, type, code, message }: RejectedCommand): KnownRejection[] {
  const known = findPair(`${asset}/${type}`);
  return known === undefined
    ? []
    : [{ ...namesOfPair(known.pair), code, ...(message === undefined ? {} : { message }) }];
}

function knownLimitation({ asset, type, by, kW }: LimitedCommand): StoredLimitation[] {
  const known = findPair(`${asset}/${type}`);
  return known === undefined ? [] : [{ ...namesOfPair(known.pair), by, kW }];
}

function knownTrouble({ code, asset, reason, message }: ToldTrouble): SeenTrouble[] {
  const known = TOLD_TROUBLES.find((each) => each === code);
  if (known === undefined) return [];
  const about = ASSETS.find((each) => each === asset) ?? null;
  const why = known === 'implausible' ? IMPLAUSIBLE_REASONS.find((each) => each === reason) : undefined;
  const said = { ...(why === undefined ? {} : { reason: why }), ...(message === undefined ? {} : { message }) };
  return [{ code: known, asset: about, ...said }];
}

type ShapedReport = { readonly kind: 'shaped'; readonly value: Report } | Malformed;

function reportOf(bytes: Buffer): ShapedReport {
  const parsed = parseJson(bytes, MAX_REPORT_DEPTH);
  if (parsed.kind === 'refused') return { kind: 'malformed', reason: parsed.reason };
  const shape = shapeOfReport(parsed.value);
  if (shape.kind === 'valid') return { kind: 'shaped', value: shape.value };
  const { place, text } = shape.firstFault;
  return { kind: 'malformed', reason: `${place}: ${text}` };
}
