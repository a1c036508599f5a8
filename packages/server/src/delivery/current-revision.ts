import { formatRevision, type Revision } from '@setpoint/core';

interface NumberedState {
  readonly epoch: number;
  readonly version: number;
  readonly state_hash: string;
}

const HASH_OF_NOTHING = '00000000';

/** What is set on a site now, as controllers know it. */
export function revisionOf({ epoch, version, state_hash: hash }: NumberedState): Revision {
  return { epoch, version, hash: hash === '' ? HASH_OF_NOTHING : hash };
}

export function currentRevision(state: NumberedState): string {
  return formatRevision(revisionOf(state));
}
