import { expect } from 'vitest';
import type { Ask } from './hook-cell.ts';

const PATH = '/api/v1/fleet/acknowledgements';
const HOUR_MS = 3_600_000;

/** Acknowledges a problem of some sites; what comes back is for the caller to judge. */
export function acknowledge<Answer>(
  ask: (path: string, asked: { method: 'PUT'; body: object }) => Promise<Answer>,
  siteIds: readonly string[],
): Promise<Answer> {
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  return ask(PATH, { method: 'PUT', body: { siteIds, problem: 'offline', until } });
}

/** A caller that may schedule a site may acknowledge its problems, and one that sees the site sees that. */
export async function checkAcknowledging(
  ask: Ask,
  { a, b, none }: { readonly a: string; readonly b: string; readonly none: string },
  cells: readonly string[],
): Promise<void> {
  const [, list, , postA, , postB, , , , tryA, tryB, tryNone] = cells;
  const answers = [a, b, none].map(async (siteId) => String((await acknowledge(ask, [siteId])).status));
  const expected = [postA === '201' ? '204' : tryA, postB === '201' ? '204' : tryB, postA === '201' ? '404' : tryNone];
  expect(await Promise.all(answers)).toEqual(expected);
  const { status, text } = await ask(PATH);
  const { acknowledgements = [] } = JSON.parse(text) as { acknowledgements?: { siteId: string }[] };
  const seen = acknowledgements.map(({ siteId }) => (siteId === a ? 'a' : 'b')).toSorted();
  expect(status === 200 ? seen.join('') || '-' : String(status)).toBe(list);
}
