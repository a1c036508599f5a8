import type { World } from './world.ts';

export type Who = 'a stranger' | 'no grant' | 'a grant of one site' | 'a controller key' | 'a webhook owner';

export interface Attack {
  readonly name: string;
  readonly who: Who;
  /** Goes on until the field is over. */
  run(field: Field): Promise<void>;
}

/** Where one attack takes place. */
export interface Field {
  readonly world: World;
  readonly over: AbortSignal;
  /** The address that it comes from: its own, as that of another machine is. */
  readonly localAddress: string;
  /** Counts what came of it: answers by status, connections by how they ended. */
  count(outcome: string, times?: number): void;
}
