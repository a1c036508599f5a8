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
