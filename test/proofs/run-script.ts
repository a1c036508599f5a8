import { drawCommands } from '../model/draw-commands.ts';
import type { Command } from '../model/is-schedule-request.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import type { History } from './history.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import type { Launched } from '../support/service/start-service.ts';

export const WAVES = 6;
const BATCHES_A_WAVE = 3;
const SEED = 20_261;

/** The same requests each time: from an empty folder to a stopped service, batches in waves on two sites. */
export async function runScript(launched: Launched, dataDir: string, history: History): Promise<void> {
  const url = await launched.ready;
  if (url === undefined) return;
  try {
    const client = await ServiceClient.signIn(url, dataDir);
    const siteIds = [await client.addSite('Alpha'), await client.addSite('Beta')];
    for (const wave of drawWaves()) {
      await Promise.all(
        wave.map((commands, index) => history.post(client, siteIds[index % siteIds.length] ?? '', commands)),
      );
    }
    for (const siteId of siteIds) await history.read(client, siteId);
  } catch (cause) {
    // Cut off on purpose; what had been answered until then is in the history.
    if (!isCutOff(cause)) throw cause;
  }
  await launched.end('SIGTERM');
}

export function isCutOff(cause: unknown): boolean {
  // A process that was stopped before its disk was cut off does not even close its connections.
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return true;
  return cause instanceof TypeError && cause.message === 'fetch failed';
}

function drawWaves(): readonly (readonly (readonly Command[])[])[] {
  const source = new RandomSource(SEED);
  return Array.from({ length: WAVES }, () => Array.from({ length: BATCHES_A_WAVE }, () => drawCommands(source, [])));
}
