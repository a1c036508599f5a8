import type { SeededStore } from './seeded-store.ts';
import { startSetpoint, type Setpoint } from './start-setpoint.ts';

/** Two nodes of the service over one database. */
export interface TwoNodes extends AsyncDisposable {
  nodes: readonly [Setpoint, Setpoint];
}

export async function startTwoNodes(store: SeededStore): Promise<TwoNodes> {
  await using starting = new AsyncDisposableStack();
  const first = starting.use(await startSetpoint(store.dataDir, { env: store.env }));
  const second = starting.use(await startSetpoint(store.dataDir, { env: store.env }));
  const running = starting.move();
  return { nodes: [first, second], [Symbol.asyncDispose]: () => running.disposeAsync() };
}
