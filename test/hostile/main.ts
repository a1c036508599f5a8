import { startKeptSite } from '../harness/kept-site.ts';
import { runBadInput } from './run-bad-input.ts';

const DEFAULT_CASES = '100000';

/** `node test/hostile/main.ts [cases] [seed]`: the long run of bad input against the real process. */
async function main([cases = DEFAULT_CASES, seed = '1']: readonly string[]): Promise<void> {
  await using kept = await startKeptSite();
  const { service, token, operator, siteId } = kept;
  const startedMs = performance.now();
  const run = { url: service.url, token, operator, keptSiteId: siteId, lanes: 8 };
  const counts = await runBadInput({ ...run, seed: Number(seed), cases: Number(cases) });
  await kept.expectUntouched();
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const statuses = [...counts.byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `${counts.invalid} invalid bodies refused, ${counts.valid} valid ones taken, in ${seconds} s (${statuses.join(', ')})\n` +
      'the kept schedule is untouched, health is 204, nothing was logged as an error\n',
  );
}

await main(process.argv.slice(2));
