import type { Asset } from '@setpoint/contract';

/** What goes wrong, from `atMs` for `forMs`. */
export type Fault = { atMs: number; forMs: number } & (
  | { kind: 'drop'; probability: number }
  /** The connection looks open and carries nothing. */
  | { kind: 'half_open' }
  | { kind: 'duplicate'; probability: number }
  /** Up to `depth` messages wait and leave in any order. */
  | { kind: 'reorder'; depth: number }
  /** The controller's clock is ahead by this much; behind if negative. */
  | { kind: 'skew'; skewMs: number }
  | { kind: 'reject_pair'; asset: Asset; type: string }
  | { kind: 'nan_meter'; device: Asset }
  /** It takes every order, and goes on as if there were none. */
  | { kind: 'deaf'; device: SteeredDevice }
  /** All of its devices are deaf, and the controller says that they follow. */
  | { kind: 'lie' }
  /** Down for `forMs`; without memory it comes back with an empty disk. */
  | { kind: 'restart'; withMemory: boolean }
);

/** The devices that follow an order exactly. */
export const STEERED_DEVICES = ['bess', 'solar', 'wind', 'genset'] as const satisfies readonly Asset[];
export type SteeredDevice = (typeof STEERED_DEVICES)[number];

export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

/** The faults at an instant; a fault includes its start and excludes its end. */
export function activeFaults(schedule: readonly Fault[], atMs: number): Fault[] {
  return schedule.filter((fault) => fault.atMs <= atMs && atMs < fault.atMs + fault.forMs);
}

export function faultsOf<Kind extends Fault['kind']>(faults: readonly Fault[], kind: Kind): FaultOf<Kind>[] {
  return faults.filter((fault): fault is FaultOf<Kind> => fault.kind === kind);
}
