import { expect, it } from 'vitest';
import { startKeptSite } from '../kept-site.ts';
import { runBadInput } from './run-bad-input.ts';

it('bodies one change away from right ones are refused without effect, or are right', async () => {
  await using kept = await startKeptSite();
  const { service, token, operator, siteId } = kept;
  const options = { url: service.url, token, operator, keptSiteId: siteId, seed: 1, cases: 3_000, lanes: 4 };
  const counts = await runBadInput(options);
  expect(counts.invalid).toBeGreaterThan(2_000);
  expect(counts.valid).toBeGreaterThan(75);
  await kept.expectUntouched();
});
