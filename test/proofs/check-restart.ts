import { checkHistory } from './check-history.ts';
import type { History } from './history.ts';
import { readBatchLog } from './read-batch-log.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import { startService } from '../support/service/start-service.ts';

/** Starts the service on what a cut left behind, sends again what was left open, reads and writes every site, stops it and checks its log. */
export async function checkRestart(dataDir: string, history: History): Promise<string[]> {
  await using service = await startService({ dataDir });
  const client = await ServiceClient.signIn(service.url, dataDir);
  await history.sendOpenAgain(client);
  const faults: string[] = [];
  for (const siteId of siteIdsOf((await client.listSites()).body)) {
    await history.read(client, siteId);
    const { kind } = await history.post(client, siteId, [{ asset: 'bess', type: 'optimalSocPcnt', entries: [] }]);
    if (kind !== 'accepted') faults.push(`site ${siteId} takes no batch after the restart: ${kind}`);
    await history.read(client, siteId);
  }
  const { code, signal } = await service.end('SIGTERM');
  if (code !== 0) faults.push(`the restarted service ended with ${code ?? signal}`);
  return [...faults, ...checkHistory(readBatchLog(dataDir), history)];
}

function siteIdsOf(list: unknown): string[] {
  const { sites } = list as { sites: readonly { siteId: string }[] };
  return sites.map(({ siteId }) => siteId);
}
