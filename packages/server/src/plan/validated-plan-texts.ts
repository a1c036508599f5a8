import { AppError, LIMITS, type PairName } from '@setpoint/contract';
import {
  changesBetween,
  type Commands,
  instantText,
  type PlanChange,
  type PlanInput,
  resolvePlan,
  type Segment,
  type Situation,
  type Window,
} from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import type { StoredSite } from '../sites/read-site.ts';
import { readQuery } from '../http/read/read-query.ts';
import { readWindow } from '../http/read/read-window.ts';
import { siteOutlook } from './site-outlook.ts';
import { listTexts, planTexts, writtenBessSegment, writtenSegment } from './plan-texts.ts';

const LONGEST_MS = LIMITS.maxWindowDays * 86_400_000;

/** Whether plans are wanted beside a judgement, and of which window: else of all that changes. */
export type PlanWanted =
  | { readonly kind: 'none' }
  | { readonly kind: 'extent' }
  | { readonly kind: 'window'; readonly window: Window };

export function readPlanWanted(request: Pick<FastifyRequest, 'query'>): PlanWanted {
  const { plan, ...bounds } = readQuery(request, ['plan', 'from', 'to']);
  if (plan !== undefined && plan !== 'true') throw new AppError('bad_request', 'plan must be true');
  const isBounded = bounds.from !== undefined || bounds.to !== undefined;
  if (plan === undefined && isBounded) throw new AppError('bad_request', 'from and to need plan=true');
  if (plan === undefined) return { kind: 'none' };
  return isBounded ? { kind: 'window', window: readWindow(bounds) } : { kind: 'extent' };
}

export interface Validated {
  readonly site: StoredSite;
  /** The texts of what would be set. */
  readonly after: readonly string[];
  /** What the batch changes: its pairs, or only what lies in a window of them. */
  readonly extent: { readonly pairs: ReadonlySet<PairName>; readonly window?: Window };
  readonly planWanted: PlanWanted;
}

/** The plan that would result and what would change in it, as the fields of an answer. */
export function* validatedPlanTexts({ site, after, extent, planWanted }: Validated): Generator<string> {
  const before = siteOutlook(site);
  const next = siteOutlook({ ...site, commands: after });
  const window =
    planWanted.kind === 'window'
      ? planWanted.window
      : cutToPlan(extent.window ?? extentOf([before.commands, next.commands], extent.pairs));
  if (window === undefined) yield ',"plan":null,"changes":[]';
  else yield* comparedTexts(before, next, window);
}

function cutToPlan(window: Window | undefined): Window | undefined {
  return window && { fromMs: window.fromMs, toMs: Math.min(window.toMs, window.fromMs + LONGEST_MS) };
}

// From the first to the last of what a batch sets or takes away.
function extentOf(states: readonly Commands[], pairs: ReadonlySet<PairName>): Window | undefined {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const commands of states) {
    for (const pair of pairs) {
      const series = commands.get(pair) ?? [];
      fromMs = Math.min(fromMs, series[0]?.startMs ?? fromMs);
      toMs = Math.max(toMs, series.at(-1)?.endMs ?? toMs);
    }
  }
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

type Outlook = Omit<PlanInput, 'window'>;

function* comparedTexts(before: Outlook, after: Outlook, window: Window): Generator<string> {
  const [earlier, later] = [resolvePlan({ ...before, window }), resolvePlan({ ...after, window })];
  yield ',"plan":';
  yield* planTexts(later, { window, because: true });
  yield ',"changes":[';
  const changes = [
    ...changesBetween(earlier.grid, later.grid).map((change) => changeTexts('grid', change, writtenSegment)),
    ...changesBetween(earlier.bess, later.bess).map((change) => changeTexts('bess', change, writtenBessSegment)),
    ...changesBetween(earlier.solar, later.solar).map((change) => changeTexts('solar', change, writtenSegment)),
  ];
  for (const [index, texts] of changes.entries()) {
    if (index > 0) yield ',';
    yield* texts;
  }
  yield ']';
}

function* changeTexts<Held extends Situation>(
  asset: string,
  { from, to, before, after }: PlanChange<Held>,
  write: (segment: Segment<Held>) => object,
): Generator<string> {
  yield `{"asset":"${asset}","from":"${instantText(from)}","to":"${instantText(to)}","before":`;
  yield* listTexts(before, write);
  yield ',"after":';
  yield* listTexts(after, write);
  yield '}';
}
