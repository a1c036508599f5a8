import { seesUntil } from './horizon-revision.ts';
import { parseRevision, type Revision } from './revision.ts';

/**
 * The version that a reported revision names; null if it is not a revision of this schedule in this store, or, at an
 * instant, if that is behind all that the controller was told of.
 */
export function appliedVersionOf(reported: string | null, current: Revision, at = -Infinity): number | null {
  const revision = reported === null || seesUntil(reported) <= at ? undefined : parseRevision(reported);
  if (revision === undefined || revision.epoch !== current.epoch || revision.version > current.version) return null;
  const isOther = revision.version === current.version && revision.hash !== current.hash.slice(0, revision.hash.length);
  return isOther ? null : revision.version;
}
