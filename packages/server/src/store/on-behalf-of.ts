import { AsyncLocalStorage } from 'node:async_hooks';

const caller = new AsyncLocalStorage<string>();

/** Does something for a caller: what it reads then waits in the caller's own turns. */
export function onBehalfOf<Result>(name: string, work: () => Result): Result {
  return caller.run(name, work);
}

/** For whom something is done now; undefined for the service itself. */
export function onWhoseBehalf(): string | undefined {
  return caller.getStore();
}
