import type { Asset } from '@setpoint/contract';

/** What shall go wrong, from `atMs` for `forMs`. */
export type Fault = { atMs: number; forMs: number } & (
  | { kind: 'drop'; probability: number }
  /** The connection looks open and carries nothing. */
  | { kind: 'half_open' }
  | { kind: 'duplicate'; probability: number }
  /** Up to `depth` messages wait and leave in any order. */
  | { kind: 'reorder'; depth: number }
  /** The controller's clock is ahead by so much; behind when negative. */
  | { kind: 'skew'; skewMs: number }
  | { kind: 'reject_pair'; asset: Asset; type: string }
  | { kind: 'nan_meter'; device: Asset }
  /** Down for `forMs`; without memory it comes back with an empty disk. */
  | { kind: 'restart'; withMemory: boolean }
);

export type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;

/** Those that are on at an instant: from their start on, no longer at their end. */
export function activeFaults(schedule: readonly Fault[], atMs: number): Fault[] {
  return schedule.filter((fault) => fault.atMs <= atMs && atMs < fault.atMs + fault.forMs);
}

/** Those that began after the one instant and no later than the other: none is missed however seldom one looks. */
export function faultsBegun(schedule: readonly Fault[], afterMs: number, untilMs: number): Fault[] {
  return schedule.filter((fault) => afterMs < fault.atMs && fault.atMs <= untilMs);
}

export function faultsOf<Kind extends FaultKind>(faults: readonly Fault[], kind: Kind): FaultOf<Kind>[] {
  return faults.filter((fault): fault is FaultOf<Kind> => fault.kind === kind);
}

/** How far the controller's clock is off at an instant of the true one. */
export function clockSkewMs(schedule: readonly Fault[], atMs: number): number {
  return faultsOf(activeFaults(schedule, atMs), 'skew').reduce((sum, fault) => sum + fault.skewMs, 0);
}

export function isPairRejected(faults: readonly Fault[], pair: { asset: string; type: string }): boolean {
  return faultsOf(faults, 'reject_pair').some((fault) => fault.asset === pair.asset && fault.type === pair.type);
}
