import { formatRevision, type Revision } from './revision.ts';

const HASH_OF_NOTHING = '00000000';

/** The revision of a stored site. While nothing is set, the stored hash is empty. */
export function revisionOf({ epoch, version, hash }: Revision): Revision {
  return { epoch, version, hash: hash === '' ? HASH_OF_NOTHING : hash };
}

/** The name of that revision. */
export function currentRevision(stored: Revision): string {
  return formatRevision(revisionOf(stored));
}
