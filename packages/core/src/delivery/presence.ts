export interface Presence {
  readonly reportedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly now: number;
  readonly timeoutMs: number;
}

/** A site is online while its last report is recent and its connection has not closed since. */
export function isOnline({ reportedAt, disconnectedAt, now, timeoutMs }: Presence): boolean {
  if (reportedAt === null || now - reportedAt > timeoutMs) return false;
  return disconnectedAt === null || disconnectedAt < reportedAt;
}
