import { beGood, type GoodOrder } from './be-good.ts';
import type { Role } from './role.ts';
import { runAttack } from './run-attack.ts';
import { runControllers } from './run-controllers.ts';

// A process of its own for each part: what one waits for is not what another computes.
process.once('message', (role: Role) => void play(role));
process.once('disconnect', () => process.exit());

async function play(role: Role): Promise<void> {
  switch (role.kind) {
    case 'good': {
      const obey = beGood(role.world, (answer) => process.send?.(answer));
      process.on('message', (order: GoodOrder) => void obey(order));
      return;
    }
    case 'controllers':
      return await runControllers(role.world);
    case 'attacker':
      process.send?.(await runAttack(role.name, role.world, role.seconds));
  }
}
