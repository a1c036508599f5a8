import { ASSETS, findPair, namesOfPair, type RejectedCommand, Report, type SiteId } from '@setpoint/contract';
import { horizonOf, horizonRevision, parseInstant, ratingsText, treeToGroups } from '@setpoint/core';
import { shapeOf } from '../wire/value-or-throw.ts';
import { splitTree } from '../sites/split-tree.ts';
import { parseJson } from '../wire/parse-json.ts';
import { type OrdersOfSites, revisionWith } from './revision-with.ts';
import { type Said, saysOther } from './announce-report.ts';
import { lanesText } from '../sites/takes-orders.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import type { Store } from '../store/store.ts';
import { type RecordReportInput, recordReport } from './record-report.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import type { KnownRejection } from '../delivery/stored-rejection.ts';
import { recordProtocolError } from './record-protocol-error.ts';

export interface ReportTaking {
  readonly store: Store;
  readonly signals: SiteSignals;
  readonly metrics: GatewayMetrics;
  readonly now: () => number;
  /** What sites are asked for; nothing, if left out. */
  readonly orders?: OrdersOfSites | undefined;
  /** For those who watch a controller: each sound report, as it came and as it is stored. */
  readonly onReport?: (came: Report, stored: RecordReportInput) => void;
}

export type TakenReport =
  | {
      readonly kind: 'taken';
      readonly session: string;
      /** What the controller should have, and whether it says that it has it. */
      readonly revision: string;
      readonly isCurrent: boolean;
      /** What it says that it has. */
      readonly reported: string | null;
      /** What it says of the schedule, and when that came. */
      readonly said: EarlierReport;
      /** Whether its orders come by a way of their own. */
      readonly takesOrders: boolean;
      /** Whether a later connection is the presence of the site. */
      readonly isReplaced: boolean;
    }
  | Malformed
  | { readonly kind: 'site_missing' };

/** A report as it came. */
export interface SentReport {
  readonly bytes: Buffer;
  /** The one before over the same connection, if there was one. */
  readonly earlier?: EarlierReport | undefined;
}

/** What a controller said last over the same connection. */
export interface EarlierReport extends Said {
  readonly at: number;
}

interface Malformed {
  readonly kind: 'malformed';
  readonly reason: string;
}

/** The largest report: 2,000 nodes of 500 bytes. */
export const MAX_REPORT_BYTES = 1024 * 1024;
// Each of the 16 levels of a device tree is an object in an array; what vendors add may be deeper.
const MAX_REPORT_DEPTH = 64;
// Who reports more often would wait longer for its answers than it waits between its reports.
const SELDOM_MS = 2_000;
const shapeOfReport = shapeOf(Report);

/**
 * Takes a report as it came over either binding; resolves once it is durable. One that says nothing new, of a controller
 * that is in no hurry, becomes durable together with those of others.
 */
export async function takeReport(
  taking: ReportTaking,
  siteId: SiteId,
  { bytes, earlier }: SentReport,
): Promise<TakenReport> {
  const { store, signals, metrics } = taking;
  const parsed = parseReport(siteId, bytes, taking.now());
  if (parsed.kind === 'malformed') {
    metrics.countReport('malformed');
    await refuseReport(taking, siteId, parsed.reason);
    return parsed;
  }
  taking.onReport?.(parsed.came, parsed.report);
  const isQuiet = earlier !== undefined && isLikeEarlier(earlier, parsed.report);
  const outcome = await store.write(recordReport, { ...parsed.report, isQuiet });
  metrics.countReport(outcome.kind);
  if (outcome.kind === 'site_missing') return outcome;
  if (outcome.deliveredAfterMs !== undefined) metrics.observeDelivery(outcome.deliveredAfterMs);
  if (outcome.kind === 'counted') signals.send(siteId, 'report');
  const isReplaced = outcome.kind === 'replaced_session';
  return { kind: 'taken', isReplaced, ...answerTo(taking, parsed.report, outcome.revision) };
}

function answerTo({ orders }: ReportTaking, report: RecordReportInput, set: string) {
  const { siteId, session, revision: reported, rejected, now } = report;
  const takesOrders = report.takes != null;
  const current = revisionWith(set, takesOrders ? [] : (orders?.of(siteId) ?? []), now);
  const revision = horizonRevision(current, reported === null ? undefined : horizonOf(reported), now);
  const said = { revision: reported, rejected, at: now };
  return { session, revision, isCurrent: reported === revision, reported, said, takesOrders };
}

function isLikeEarlier(earlier: EarlierReport, report: RecordReportInput): boolean {
  return report.now - earlier.at >= SELDOM_MS && !saysOther(earlier, report);
}

/** Keeps what a controller did against the protocol where people see it. */
export async function refuseReport({ store, now }: ReportTaking, siteId: SiteId, reason: string): Promise<void> {
  await store.write(recordProtocolError, { siteId, reason, now: now() });
}

type ParsedReport = { readonly kind: 'report'; readonly came: Report; readonly report: RecordReportInput } | Malformed;

function parseReport(siteId: SiteId, bytes: Buffer, now: number): ParsedReport {
  const shaped = reportOf(bytes);
  if (shaped.kind === 'malformed') return shaped;
  const { session, sequence, sentAt, schedule, devices, takes } = shaped.value;
  const sentAtMs = parseInstant(sentAt);
  if (sentAtMs === undefined) return { kind: 'malformed', reason: 'sentAt: is not an instant with an offset' };
  const report: RecordReportInput = {
    siteId,
    now,
    session,
    sequence,
    clockOffsetMs: now - sentAtMs,
    revision: schedule?.revision ?? null,
    takes: lanesText(takes),
    rejected: (schedule?.rejected ?? []).flatMap(knownRejection),
  };
  if (devices === undefined) return { kind: 'report', came: shaped.value, report };
  const groups = treeToGroups(siteId, devices);
  if (groups.kind === 'invalid') return { kind: 'malformed', reason: `devices: ${groups.reason}` };
  const { assets, measurements } = groups;
  const tree = splitTree(JSON.stringify(devices));
  const unmeasured = ASSETS.filter((asset) => assets[asset] !== null && assets[asset].activePowerkW === undefined);
  const texts = { tree, assets: JSON.stringify(assets), ratings: ratingsText(assets), unmeasured };
  return { kind: 'report', came: shaped.value, report: { ...report, devices: { ...texts, measurements } } };
}

/** What the service does not know it has not set: that it is rejected means nothing here. */
function knownRejection({ asset, type, code, message }: RejectedCommand): KnownRejection[] {
  const known = findPair(`${asset}/${type}`);
  return known === undefined
    ? []
    : [{ ...namesOfPair(known.pair), code, ...(message === undefined ? {} : { message }) }];
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
