import { get } from 'node:http';
import { beat } from './pause.ts';
import type { Now } from './phase.ts';
import type { World } from './world.ts';

const PROBE_EVERY_MS = 100;
const GIVE_UP_MS = 10_000;

/** Asks whether the process lives as an orchestrator does: each time over a connection of its own. */
export async function probeLivez({ opsPort }: World, now: Now): Promise<void> {
  await beat(PROBE_EVERY_MS, now.over, () => {
    const { phase } = now;
    const startedAt = performance.now();
    const probe = new Promise<string | undefined>((resolve) => {
      const signal = AbortSignal.timeout(GIVE_UP_MS);
      const sent = get({ host: '127.0.0.1', port: opsPort, path: '/livez', agent: false, signal }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode === 200 ? undefined : String(answer.statusCode)));
      });
      sent.on('error', (cause) => resolve(cause.message));
    });
    const note = async () => {
      const failure = await probe;
      if (failure === undefined) phase.note('livezMs', performance.now() - startedAt);
      else phase.fail('livezMs', `/livez: ${failure}`);
    };
    phase.track(note());
  });
}
