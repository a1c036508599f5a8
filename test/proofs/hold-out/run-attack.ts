import type { Attack } from './attack.ts';
import { clients } from './attacks/clients.ts';
import { controllers } from './attacks/controllers.ts';
import { strangers } from './attacks/strangers.ts';
import { webhookOwners } from './attacks/webhook-owners.ts';
import type { World } from './world.ts';

/** Everything that was tried on a running service, and more of the kind. */
export const ATTACKS: readonly Attack[] = [...strangers, ...clients, ...controllers, ...webhookOwners];

/** What came of an attack, by what came of it. */
export type Landed = Readonly<Record<string, number>>;

const GIVE_UP_MS = 3_000;

/** Attacks for so long, from an address of its own. */
export async function runAttack(name: string, world: World, seconds: number): Promise<Landed> {
  const index = ATTACKS.findIndex((each) => each.name === name);
  const attack = ATTACKS[index];
  if (attack === undefined) throw new Error(`nobody attacks with ${name}`);
  const landed = new Map<string, number>();
  const over = AbortSignal.timeout(seconds * 1_000);
  const running = attack.run({
    world,
    over,
    localAddress: `127.0.1.${index + 1}`,
    count(outcome, times = 1) {
      landed.set(outcome, (landed.get(outcome) ?? 0) + times);
    },
  });
  const ended = new Promise<void>((resolve) => {
    over.addEventListener('abort', () => setTimeout(resolve, GIVE_UP_MS));
  });
  await Promise.race([running, ended]);
  return Object.fromEntries(landed);
}
