import { isDeepStrictEqual } from 'node:util';
import type { Command } from './is-schedule-request.ts';
import type { PostOutcome } from './model-site.ts';
import type { SiteAnswer } from './site-client.ts';

/** What was expected, where an answer differs from it. */
export type Difference = { readonly expected: unknown; readonly actual: unknown };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function checkPostAnswer(outcome: PostOutcome, answer: SiteAnswer): Difference | undefined {
  const isAsExpected =
    answer.status === outcome.status &&
    (outcome.status === 201 ? isReceipt(answer.body, outcome.accepted) : isRefusal(answer.body));
  return isAsExpected ? undefined : { expected: outcome, actual: answer };
}

export function checkSiteAnswer(schedules: readonly Command[], answer: SiteAnswer): Difference | undefined {
  const actual = propertyOf(answer.body, 'schedules');
  if (answer.status === 200 && isDeepStrictEqual(actual, schedules)) return undefined;
  return { expected: schedules, actual: answer.status === 200 ? actual : answer };
}

export function checkListAnswer(
  { siteId, schedules }: { readonly siteId: string; readonly schedules: readonly Command[] },
  answer: SiteAnswer,
): Difference | undefined {
  const sites = propertyOf(answer.body, 'sites');
  const entries = Array.isArray(sites) ? sites : [];
  const own = entries.filter((site) => isSameId(propertyOf(site, 'siteId'), siteId));
  if (own.length !== 1) return { expected: `${siteId} once in the list`, actual: answer };
  return checkSiteAnswer(schedules, { status: answer.status, body: own[0] });
}

export function propertyOf(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.entries(holder).find(([name]) => name === key)?.[1];
}

function isReceipt(body: unknown, accepted: number): boolean {
  const batchId = propertyOf(body, 'batchId');
  if (typeof batchId !== 'string' || !uuid.test(batchId)) return false;
  return isDeepStrictEqual(body, { batchId, accepted });
}

function isRefusal(body: unknown): boolean {
  const message = propertyOf(body, 'message');
  if (typeof message !== 'string' || message === '') return false;
  return isDeepStrictEqual(body, { error: 'bad_request', message });
}

function isSameId(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}
