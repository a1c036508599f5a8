import { expect, it } from 'vitest';
import { ServiceClient } from './harness/service-client.ts';
import { operatorOf, signIn } from './harness/sign-in.ts';
import { startService } from './harness/start-service.ts';
import { makeTempDir } from './harness/temp-dir.ts';
import { runHistory } from './model/run-history.ts';

const SEEDS = [1, 2, 3, 4];
const BATCHES_PER_SEED = 1_000;

it('the service answers thousands of random batches as the model does', async () => {
  await using folder = await makeTempDir();
  await using service = await startService({ dataDir: folder.path });
  const operator = await ServiceClient.signIn(service.url, folder.path);
  const siteIds = await Promise.all(['a', 'b', 'c', 'd'].map((name) => operator.addSite(name)));
  const token = await signIn(service.url, await operatorOf(folder.path));
  for (const seed of SEEDS) {
    const options = { baseUrl: service.url, token, siteIds, seed, batches: BATCHES_PER_SEED };
    const { batches, accepted } = await runHistory(options);
    expect(batches).toBe(BATCHES_PER_SEED);
    expect(accepted).toBeGreaterThan(BATCHES_PER_SEED / 2);
  }
  expect(await operator.health()).toBe(204);
});
