import { join } from 'node:path';
import { checkRestart } from './check-restart.ts';
import { driveLoad } from './drive-load.ts';
import { History } from './history.ts';
import { type FileSystem, mountImage } from './mount-image.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import { type Service, startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';

const SITES = 3;
const CALLERS = 12;
const MOST_ANSWERS = 400;

interface Crashes {
  readonly times: number;
  readonly seed: number;
  readonly largeShare?: number;
}

/** Kills the service of one store. */
export async function killAtRandom(crashes: Crashes) {
  await using folder = await makeTempDir();
  return await crashUnderLoad(crashes, folder.path, (service) => service.end('SIGKILL'));
}

/** Cuts the power of the file system. */
export async function cutPowerAtRandom(fileSystem: FileSystem, crashes: Crashes) {
  await using folder = await makeTempDir();
  await using image = await mountImage(fileSystem, folder.path);
  return await crashUnderLoad(crashes, join(image.path, 'data'), async (service) => {
    // Stopped first: nothing is acknowledged on the strength of a disk that is gone already.
    process.kill(service.pid, 'SIGSTOP');
    await image.cutPower();
    await service.end('SIGKILL');
    await image.remount();
  });
}

/** One store, whose service ends under load again and again after a random number of answers; checked after each time. */
async function crashUnderLoad(
  { times, seed, largeShare = 0 }: Crashes,
  dataDir: string,
  crash: (service: Service) => Promise<unknown>,
) {
  const source = new RandomSource(seed);
  const history = new History();
  const siteIds: string[] = [];
  for (let time = 0; time < times; time += 1) {
    await using service = await startService({ dataDir });
    const client = await ServiceClient.signIn(service.url, dataDir);
    while (siteIds.length < SITES) siteIds.push(await client.addSite(`Site ${siteIds.length}`));
    const load = { client, siteIds, history, seed: seed + time, callers: CALLERS, batchesEach: 1_000, largeShare };
    const answers = history.posts.length + source.between(1, MOST_ANSWERS);
    await Promise.all([driveLoad(load), history.reached(answers).then(() => crash(service))]);
    const faults = await checkRestart(dataDir, history);
    if (faults.length > 0) return { times: time + 1, history, faults };
  }
  return { times, history, faults: [] };
}
