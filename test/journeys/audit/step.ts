import type { ClientId, HoldId, PoolId, SiteId } from '@setpoint/contract';
import type { Store } from '@setpoint/server/testing/rooms/store';
import { numberedId } from '@setpoint/server/testing/numbered-id';

/** One of few, so that operations meet: 0 to 3. */
export interface Step {
  readonly what: number;
  readonly client: number;
  readonly site: number;
  readonly flag: boolean;
}

/** What is done at a step. */
export type Operation = (store: Store, step: Step, now: number) => Promise<unknown>;

export const clientOf = (number: number): ClientId => numberedId(number + 1) as ClientId;
export const siteOf = (number: number): SiteId => numberedId(number + 11) as SiteId;
export const personOf = (number: number): ClientId => numberedId(number + 21) as ClientId;
export const groupOf = (number: number): ClientId => numberedId(number + 31) as ClientId;
/** One of two. */
export const poolOf = (number: number): PoolId => numberedId((number % 2) + 41) as PoolId;
export const holdOf = (number: number): HoldId => numberedId(number + 100_000) as HoldId;
