import { AppError, type SiteId } from '@setpoint/contract';
import type { Problem } from '@setpoint/core';
import type { WriteQuota } from '../limits/write-quota.ts';
import { TooMuch } from '../limits/too-much.ts';
import { type Store, StoreFailure } from '../store/store.ts';
import { BadRequest } from '../wire/bad-request.ts';
import { applyPortfolio } from './apply-portfolio.ts';
import { type ApplySchedulesInput, type ApplySchedulesOutput, applySchedules } from './apply-schedules.ts';
import type { CountBatch } from './count-batches.ts';
import type { PreparedSite, UntriedSite } from './prepare-portfolio.ts';
import { isSet, refusalOf } from './refusal-of.ts';

interface TriedSite {
  readonly kind: 'tried';
  readonly siteId: SiteId;
  readonly input: ApplySchedulesInput;
  readonly output: ApplySchedulesOutput;
}

/** What became of one site of a portfolio. */
export type SiteOutcome =
  | TriedSite
  | UntriedSite
  /** The store failed; `isOpen` when the batch may have been set all the same, `isPassing` when it will do soon. */
  | { readonly kind: 'failed'; readonly siteId: SiteId; readonly isOpen: boolean; readonly isPassing: boolean };

export interface PortfolioSetting {
  readonly store: Store;
  readonly countBatch: CountBatch;
  readonly history: Pick<WriteQuota, 'add'>;
  readonly onAccepted: (siteId: SiteId) => void;
}

const WRITES_AT_ONCE = 200;

/** Sets all batches, or none with the first reason. */
export async function setAll(setting: PortfolioSetting, prepared: readonly PreparedSite[]): Promise<SiteOutcome[]> {
  const batches = prepared.map(inputOrThrow);
  const { kind, outcomes } = await setting.store.write(applyPortfolio, { batches });
  const tried = batches.flatMap((input, index): TriedSite[] => {
    const output = outcomes[index];
    return output === undefined ? [] : [{ kind: 'tried', siteId: input.siteId, input, output }];
  });
  for (const one of tried) if (kind === 'applied' || !isSet(one.output)) tell(setting, one);
  for (const [index, { siteId, output }] of tried.entries())
    if (!isSet(output)) throw named({ index, siteId }, refusalOf(output));
  return tried;
}

/** Sets each batch that can be set, whatever becomes of the others. */
export async function setEach(setting: PortfolioSetting, prepared: readonly PreparedSite[]): Promise<SiteOutcome[]> {
  const outcomes: SiteOutcome[] = [];
  for (let start = 0; start < prepared.length; start += WRITES_AT_ONCE) {
    const some = prepared.slice(start, start + WRITES_AT_ONCE);
    outcomes.push(...(await Promise.all(some.map((site) => setOne(setting, site)))));
  }
  for (const outcome of outcomes) if (outcome.kind === 'tried') tell(setting, outcome);
  return outcomes;
}

async function setOne({ store }: PortfolioSetting, site: PreparedSite): Promise<SiteOutcome> {
  if (site.kind === 'untried') return site;
  const { input } = site;
  const { siteId } = input;
  try {
    return { kind: 'tried', siteId, input, output: await store.write(applySchedules, input) };
  } catch (cause) {
    // The others stand: what became of this one is told in its place.
    if (!(cause instanceof StoreFailure)) throw cause;
    const isOpen = cause.outcome === 'unknown';
    return { kind: 'failed', siteId, isOpen, isPassing: cause.isPassing && !isOpen };
  }
}

function inputOrThrow(site: PreparedSite, index: number): ApplySchedulesInput {
  if (site.kind === 'ready') return site.input;
  throw named({ index, siteId: site.siteId }, refusalOf(site.why));
}

function named({ index, siteId }: { readonly index: number; readonly siteId: SiteId }, refusal: AppError): AppError {
  const message = `site ${siteId}: ${refusal.message}`;
  if (refusal instanceof TooMuch) return new TooMuch(message, refusal.retryAfterSeconds);
  if (refusal instanceof BadRequest) return new BadRequest(message, inBatch(index, refusal.problems));
  return new AppError(refusal.code, message);
}

function inBatch(index: number, problems: readonly Problem[]): Problem[] {
  const within = (place: string) => (place === 'body' ? `batches[${index}]` : `batches[${index}].${place}`);
  return problems.map((problem) => {
    const { place, clashesWith } = problem;
    return { ...problem, place: within(place), ...(clashesWith && { clashesWith: within(clashesWith) }) };
  });
}

function tell({ countBatch, history, onAccepted }: PortfolioSetting, { siteId, input, output }: TriedSite): void {
  countBatch(output);
  if (output.kind !== 'accepted') return;
  history.add(input, output.historyBytes);
  onAccepted(siteId);
}
