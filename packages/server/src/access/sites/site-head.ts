import type { SiteId } from '@setpoint/contract';

/** A site without its schedules, which the hash of their texts stands for. */
export interface SiteHead {
  readonly siteId: SiteId;
  readonly siteName: string;
  readonly version: number;
  readonly stateHash: string;
  readonly reportedAt: number | null;
  readonly disconnectedAt: number | null;
  /** The Assets object as GET returns it. */
  readonly assets: string | null;
}
