/** One state of one site's schedule: the store's epoch, the version in it, and the start of a hash of the content. */
export interface Revision {
  readonly epoch: number;
  readonly version: number;
  readonly hash: string;
}

const HASH_LENGTH = 8;
const REVISION = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.([\w-]{8})$/;

/** The name of a revision, as controllers repeat it; of the hash its first eight characters. */
export function formatRevision({ epoch, version, hash }: Revision): string {
  return `${epoch}.${version}.${hash.slice(0, HASH_LENGTH)}`;
}

/** Reads a revision that a controller reported; undefined for anything this service never wrote. */
export function parseRevision(text: string): Revision | undefined {
  const [, epoch, version, hash] = REVISION.exec(text) ?? [];
  return hash === undefined ? undefined : { epoch: Number(epoch), version: Number(version), hash };
}
