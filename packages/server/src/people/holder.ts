import type { ClientId } from '@setpoint/contract';

/** Who can be given roles. */
type HolderKind = 'person' | 'group';

/** Persons and groups have ids of the kind that clients have: grants name all three alike. */
export interface Holder {
  readonly kind: HolderKind;
  readonly id: ClientId;
}
