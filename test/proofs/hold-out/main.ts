import { followSite } from '../follow-site.ts';
import { beGood, type GoodOrder } from './be-good.ts';
import type { Role } from './role.ts';
import { runAttack } from './run-attack.ts';

const REPORT_EVERY_MS = 5_000;

// A process of its own for each part: what one waits for is not what another computes.
process.once('message', (role: Role) => void play(role));
process.once('disconnect', () => process.exit());

async function play(role: Role): Promise<void> {
  const { world } = role;
  if (role.kind === 'attacker') process.send?.(await runAttack(role.name, world, role.seconds));
  if (role.kind === 'good') {
    const obey = beGood(world);
    process.on('message', (order: GoodOrder) => void obey(order).then((answer) => process.send?.(answer)));
  }
  if (role.kind !== 'controllers') return;
  // They apply what they get, and report.
  for (const login of world.fleetSites) await followSite([world.mqttPort], login, { reportEveryMs: REPORT_EVERY_MS });
}
