import { seesUntil } from './horizon-revision.ts';

/** One state of a site's schedule: the store's epoch, the version, and a hash of the content or its start. */
export interface Revision {
  readonly epoch: number;
  readonly version: number;
  readonly hash: string;
}

const HASH_LENGTH = 8;
// What is behind a tilde says which orders are in the snapshot, and how far it reaches: see `orderedRevision` and
// `horizonRevision`.
const REVISION = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.([\w-]{8})(?:~o[\w-]{8})?(?:~[1-9]\d{0,3}h\d{1,9})?$/;

/** The name of a revision, as controllers repeat it; it has the first eight characters of the hash. */
export function formatRevision({ epoch, version, hash }: Revision): string {
  return `${epoch}.${version}.${hash.slice(0, HASH_LENGTH)}`;
}

/** Reads a revision that a controller reported; undefined for anything this service could not have written. */
export function parseRevision(text: string): Revision | undefined {
  const [, epoch, version, hash] = REVISION.exec(text) ?? [];
  return hash === undefined ? undefined : { epoch: Number(epoch), version: Number(version), hash };
}

const HASH_OF_NOTHING = '00000000';

/** The revision of a stored site. While nothing is set, the stored hash is empty. */
export function revisionOf({ epoch, version, hash }: Revision): Revision {
  return { epoch, version, hash: hash === '' ? HASH_OF_NOTHING : hash };
}

/** The name of that revision. */
export function currentRevision(stored: Revision): string {
  return formatRevision(revisionOf(stored));
}

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
