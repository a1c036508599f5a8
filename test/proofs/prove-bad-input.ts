import { startKeptSite } from '../interface/kept-site.ts';
import { runBadInput } from '../interface/bad-input/run-bad-input.ts';
import type { Report } from './write-report.ts';

const CASES = 100_000;

/** Every kind of body that is one change away from a right one, against one schedule that nothing may change. */
export async function proveBadInput(): Promise<Report> {
  await using kept = await startKeptSite();
  const startedMs = performance.now();
  const { service, token, operator, siteId } = kept;
  const run = { url: service.url, token, operator, keptSiteId: siteId, lanes: 8, seed: 1, cases: CASES };
  const { invalid, valid, byStatus } = await runBadInput(run);
  await kept.expectUntouched();
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const statuses = [...byStatus].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  const fact =
    `${invalid} invalid bodies refused with 400 \`bad_request\`, ${valid} valid ones taken as the model takes them, ` +
    `in ${seconds} s (${statuses.join(', ')}); the kept schedule untouched, health 204, nothing logged as an error.`;
  return { facts: [fact], faults: [] };
}
