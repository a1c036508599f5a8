import type { Buffer } from 'node:buffer';
import type { FleetSite } from './fleet-plan.ts';

/** One controller of the load: as little as the protocol needs, so that the service is what is measured. */
export interface Controller {
  readonly site: FleetSite;
  /** Reports now, or as soon as the report under way is acknowledged. */
  report(): void;
  /** Cuts the connection. */
  end(): void;
}

export interface ControllerEvents {
  port: number;
  takesOrders: boolean;
  /** What it had applied when it was last connected. */
  revision?: string | undefined;
  /** A report was acknowledged. */
  onAcknowledged(controller: Controller, sequence: number): void;
  onSnapshot(controller: Controller, bytes: Buffer): void;
  onOrder(controller: Controller, bytes: Buffer): void;
  onLost(controller: Controller, why: string): void;
}

const REVISION = /"revision":"([^"]+)"/;

export function revisionIn(snapshot: Buffer): string | undefined {
  return REVISION.exec(snapshot.toString('latin1', 0, 200))?.[1];
}
