import { formatRevision, parseRevision } from '@setpoint/core';

interface NumberedState {
  readonly epoch: number;
  readonly version: number;
  readonly state_hash: string;
}

const HASH_OF_NOTHING = '00000000';

/** The name of what is set on a site now. */
export function currentRevision({ epoch, version, state_hash: hash }: NumberedState): string {
  return formatRevision({ epoch, version, hash: hash === '' ? HASH_OF_NOTHING : hash });
}

/** The version behind a revision that a controller named; undefined when it is none of this site's. */
export function knownVersion(site: NumberedState, revision: string | null): number | undefined {
  if (revision === null) return undefined;
  if (revision === currentRevision(site)) return site.version;
  const { epoch, version } = parseRevision(revision) ?? {};
  return epoch === site.epoch && version !== undefined && version < site.version ? version : undefined;
}
