import type { AuditPlace } from '@setpoint/contract';

/** A place in the log that a record names; undefined for anything else. */
export function placeOf(said: unknown): AuditPlace | undefined {
  const { sequence, hash } = (said ?? {}) as Partial<AuditPlace>;
  return typeof sequence === 'number' && typeof hash === 'string' ? { sequence, hash } : undefined;
}
