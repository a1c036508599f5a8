import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { GoodAnswers, GoodOrder } from './be-good.ts';
import type { Landed } from './run-attack.ts';
import type { World } from './world.ts';

/** What a process of its own is told to be. */
export type Role =
  | { readonly kind: 'good'; readonly world: World }
  | { readonly kind: 'controllers'; readonly world: World }
  | { readonly kind: 'attacker'; readonly world: World; readonly name: string; readonly seconds: number };

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const OVERDUE_MS = 15_000;
const LAST_CORE = Math.max(1, Math.floor(availableParallelism() / 2)) - 1;
const HALF_OF_CORES = process.platform === 'linux' ? ['taskset', '-c', `0-${LAST_CORE}`] : [];

function startRole(role: Role) {
  // It shares the processors with the service, as it would not: it has half of them, where it comes first as others do.
  const [program, ...args] = role.kind === 'attacker' ? [...HALF_OF_CORES, process.execPath] : [process.execPath];
  const child = fork(MAIN, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execPath: program, execArgv: args });
  const exited = once(child, 'exit');
  child.send(role);
  const died = exited.then(([code, signal]) => Promise.reject(new Error(`${role.kind} ended (${code ?? signal})`)));
  died.catch(() => undefined);
  return {
    child,
    next: async () => {
      const [message] = (await Promise.race([once(child, 'message'), died])) as [unknown];
      return message;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export type GoodClient = ReturnType<typeof startGoodClient>;

export function startGoodClient(world: World) {
  const role = startRole({ kind: 'good', world });
  return {
    async order<Order extends GoodOrder>(given: Order) {
      const answer = role.next();
      role.child.send(given);
      return (await answer) as GoodAnswers[Order];
    },
    [Symbol.asyncDispose]: () => role[Symbol.asyncDispose](),
  };
}

export function startControllers(world: World): AsyncDisposable {
  return startRole({ kind: 'controllers', world });
}

/** Resolves when the attack is over: it ends by itself, and is ended if it never came to its turn. */
export async function attack(world: World, name: string, seconds: number): Promise<Landed> {
  await using role = startRole({ kind: 'attacker', world, name, seconds });
  const { promise: overdue, resolve } = Promise.withResolvers<Landed>();
  const timer = setTimeout(() => resolve({}), seconds * 1_000 + OVERDUE_MS);
  try {
    return await Promise.race([role.next() as Promise<Landed>, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
