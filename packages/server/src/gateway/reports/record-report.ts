import type { SiteId } from '@setpoint/contract';
import {
  type ClockInstants,
  clockOffset,
  currentRevision,
  type JudgedOrder,
  measurementsOf,
  type SeenTrouble,
  type SessionState,
  judgeSession,
} from '@setpoint/core';
import { assetsFromText } from '../../sites/assets-from-text.ts';
import { readAssets } from '../../sites/read-assets.ts';
import { defineWrite } from '../../store/define-write.ts';
import { deviceTexts, putDevices, putState, type ReportedDevices } from './put-state.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { announceReport, type Said, saysOther } from './announce-report.ts';
import { noteDroppedReport, noteTroubles } from '../troubles/note-troubles.ts';
import { type SetpointWatch, watchReport } from '../troubles/watch-report.ts';
import { addMeasurements } from '../../following/add-measurements.ts';
import { noteApplied } from '../../delivery/steps/note-applied.ts';
import {
  limitationsOf,
  limitationsText,
  type StoredLimitation,
  type KnownRejection,
  rejectionsOf,
  type StoredRejection,
} from '../../delivery/stored-rejection.ts';
import { markPlanDue } from '../../plan/mark-plan-due.ts';
import { strictlyBefore, withSettledEntries } from '../../delivery/steps/with-settled-entries.ts';

/** A report that was found valid, in the form in which it is stored. */
export interface RecordReportInput {
  readonly siteId: SiteId;
  readonly now: number;
  readonly session: string;
  readonly sequence: number;
  /** How far the clock of the controller looked behind when this came, and the least that those before it said, if that is known. */
  readonly clockOffsetMs: number;
  readonly clockBeforeMs?: number | undefined;
  /** The revision that is applied, and what of it is not carried out. */
  readonly revision: string | null;
  readonly rejected: readonly KnownRejection[];
  /** What of it is served in part; nothing, if left out. */
  readonly limited?: readonly StoredLimitation[];
  /** What it says is wrong on its side; nothing, if left out. */
  readonly told?: readonly SeenTrouble[];
  /** How its setpoints are watched; they are not, if left out. */
  readonly watch?: SetpointWatch | undefined;
  /** What it took up beside the schedule, see `lanesText`; nothing, if left out. */
  readonly takes?: string | null;
  /** Whether it hears of orders, if it takes them; assumed if left out. */
  readonly hearsOrders?: boolean | undefined;
  /** Left out by a controller when nothing changed since its report before. */
  readonly devices?: ReportedDevices;
}

export type RecordReportOutput =
  | {
      readonly kind: 'counted' | 'replaced_session' | 'old_sequence';
      /** What the controller should have. */
      readonly revision: string;
      /** How long ago the batch was accepted that is now applied for the first time. */
      readonly deliveredAfterMs?: number;
      /** How it follows the orders in force, where these are known. */
      readonly ordered?: readonly JudgedOrder[];
    }
  | { readonly kind: 'site_missing' };

/** Makes a report the state of its site, unless a later one did already. */
export const recordReport = defineWrite({
  name: 'recordReport',
  record: 'not recorded: it happens all the time',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, input: RecordReportInput): Promise<RecordReportOutput> => {
    const { siteId, now } = input;
    const site = await tx.first(siteWithState, { siteId });
    if (site === undefined) return { kind: 'site_missing' };
    const revision = currentRevision(site);
    const outcome = judgeSession(sessionStateOf(site), input);
    if (outcome.kind === 'dropped') {
      if (outcome.because === 'old_sequence') await noteDroppedReport(tx, input, site);
      return { kind: outcome.because, revision };
    }
    const before = saidBefore(site);
    const known = { nextAt: site.next_at, judgeAt: site.judge_at };
    const save = (clock: ClockInstants) => saveReport(tx, { input, site, before, state: outcome.state, clock });
    // Saying the same again, it changes nothing that becomes of an entry.
    const delivered = saysOther(before, input)
      ? await withSettledEntries(tx, { siteId, now, upTo: strictlyBefore(now), clock: known }, save)
      : await save(known);
    return { kind: 'counted', revision, ...delivered };
  },
});

interface CountedReport {
  readonly input: RecordReportInput;
  readonly site: SiteWithState;
  /** What the report before said. */
  readonly before: Said;
  readonly state: SessionState;
  readonly clock: ClockInstants;
}

async function saveReport(tx: Tx, { input, site, before, state, clock }: CountedReport) {
  const { siteId, now, devices } = input;
  const { applied, ...delivered } = await noteApplied(tx, { siteId, now, clock, revision: input.revision, site });
  const { assets, measurements } = await measuredNow(tx, input);
  const means = await addMeasurements(tx, site.means, { siteId, now, measurements });
  const clockOffsetMs = clockOffset(input.clockOffsetMs, input.clockBeforeMs ?? site.clock_offset_ms);
  const isMeasuredNow = devices !== undefined;
  const { watched, ordered, ...shown } = await watchReport(tx, { ...input, assets, measurements, isMeasuredNow }, site);
  const troubles = await noteTroubles(tx, { ...input, assets, clockOffsetMs, ...shown }, site);
  await putDevices(tx, { siteId, devices, before: site });
  if (devices !== undefined && devices.ratings !== site.ratings) await markPlanDue(tx, { siteId });
  await tx.run(putState, {
    siteId,
    // The clock may have been set back since.
    reportedAt: Math.max(now, site.reported_at ?? 0),
    ...deviceTexts(site, devices),
    means,
    applied,
    session: input.session,
    sequence: input.sequence,
    replacedSessions: JSON.stringify(state.replaced),
    revision: input.revision,
    rejected: JSON.stringify(sinceWhen(input, site.rejected)),
    limited: limitationsText(input.limited ?? []),
    clockOffsetMs,
    takes: input.takes ?? null,
    troubles,
    watched,
  });
  const isAnnouncedOnline = site.is_announced_online === 1;
  await announceReport(tx, { siteId, now, current: site, before, after: { limited: [], ...input }, isAnnouncedOnline });
  return { ...delivered, ordered };
}

const siteWithState = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select([
      'version',
      'state_hash as hash',
      'epoch',
      'session',
      'sequence',
      'replaced_sessions',
      'reported_at',
      'revision',
      'rejected',
      'limited',
      'clock_offset_ms',
      'is_announced_online',
      'ratings',
      'tree_shape',
      'means',
      'applied',
      'told_to',
      'troubles',
      'watched',
      'next_at',
      'judge_at',
    ])
    .where('site.site_id', '=', param('siteId')),
);

type SiteWithState = NonNullable<(typeof siteWithState)['types']>['row'];

function saidBefore({ revision, rejected, limited }: Pick<SiteWithState, 'revision' | 'rejected' | 'limited'>): Said {
  return { revision, rejected: rejectionsOf(rejected), limited: limitationsOf(limited) };
}

function sinceWhen({ rejected, now }: RecordReportInput, before: string | null): StoredRejection[] {
  if (rejected.length === 0) return [];
  const known = rejectionsOf(before);
  return rejected.map((one) => {
    const earlier = known.find(
      ({ asset, type, code }) => asset === one.asset && type === one.type && code === one.code,
    );
    const { asset, type, code, message } = one;
    return { asset, type, code, ...(message === undefined ? {} : { message }), since: earlier?.since ?? now };
  });
}

interface StoredSession {
  readonly session: string | null;
  readonly sequence: number | null;
  readonly replaced_sessions: string | null;
}

export function sessionStateOf({ session, sequence, replaced_sessions: replaced }: StoredSession): SessionState {
  return {
    current: session === null || sequence === null ? null : { session, sequence },
    replaced: JSON.parse(replaced ?? '[]') as string[],
  };
}

async function measuredNow(tx: Tx, { siteId, devices }: RecordReportInput) {
  const assets = devices === undefined ? await readAssets(tx, siteId) : assetsFromText(devices.assets);
  return { assets, measurements: devices?.measurements ?? measurementsOf(assets) };
}
