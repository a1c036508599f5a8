import { checkRestart } from './check-restart.ts';
import { driveLoad } from './drive-load.ts';
import { History } from './history.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import { startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';

const SITES = 3;
const CALLERS = 12;

/** One store, killed under load again and again after a random number of answers; checked after each kill. */
export async function killAtRandom(options: {
  readonly kills: number;
  readonly seed: number;
  readonly largeShare?: number;
}) {
  const { kills, seed, largeShare = 0 } = options;
  await using dir = await makeTempDir();
  const source = new RandomSource(seed);
  const history = new History();
  const siteIds: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await using service = await startService({ dataDir: dir.path });
    const client = await ServiceClient.signIn(service.url, dir.path);
    while (siteIds.length < SITES) siteIds.push(await client.addSite(`Site ${siteIds.length}`));
    const load = { client, siteIds, history, seed: seed + kill, callers: CALLERS, batchesEach: 1_000, largeShare };
    await Promise.all([driveLoad(load), endAfter(history, source.between(1, 400), () => service.end('SIGKILL'))]);
    const faults = await checkRestart(dir.path, history);
    if (faults.length > 0) return { kills: kill + 1, history, faults };
  }
  return { kills, history, faults: [] };
}

async function endAfter(history: History, answers: number, end: () => Promise<unknown>): Promise<void> {
  await history.reached(history.posts.length + answers);
  await end();
}
