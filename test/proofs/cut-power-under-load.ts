import { join } from 'node:path';
import { checkRestart } from './check-restart.ts';
import { driveLoad } from './drive-load.ts';
import { History } from './history.ts';
import { type FileSystem, mountImage } from './mount-image.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import { startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';

/** Cuts the power of the file system under load, again and again. */
export async function cutPowerUnderLoad(options: {
  readonly fileSystem: FileSystem;
  readonly cuts: number;
  readonly seed: number;
  readonly largeShare?: number;
}) {
  await using dir = await makeTempDir();
  await using image = await mountImage(options.fileSystem, dir.path);
  const dataDir = join(image.path, 'data');
  const source = new RandomSource(options.seed);
  const history = new History();
  const siteIds: string[] = [];
  for (let cut = 0; cut < options.cuts; cut += 1) {
    await using service = await startService({ dataDir });
    const client = await ServiceClient.signIn(service.url, dataDir);
    while (siteIds.length < 3) siteIds.push(await client.addSite(`Site ${siteIds.length}`));
    const { largeShare = 0 } = options;
    const load = { client, siteIds, history, seed: options.seed + cut, callers: 12, batchesEach: 1_000, largeShare };
    const cutAfter = history.posts.length + source.between(1, 300);
    const cutOff = async () => {
      await history.reached(cutAfter);
      // Stopped first: nothing is acknowledged on the strength of a disk that is gone already.
      process.kill(service.pid, 'SIGSTOP');
      await image.cutPower();
      await service.end('SIGKILL');
    };
    await Promise.all([driveLoad(load), cutOff()]);
    await image.remount();
    const faults = await checkRestart(dataDir, history);
    if (faults.length > 0) return { history, faults };
  }
  return { history, faults: [] };
}
