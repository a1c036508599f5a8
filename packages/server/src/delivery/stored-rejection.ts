import type { PairNames, RejectedCommand } from '@setpoint/contract';

/** What a controller does not carry out, of the commands that the service knows; the code may be its own. */
export type KnownRejection = PairNames & Pick<RejectedCommand, 'code' | 'message'>;

/** Since when a controller says so. */
export interface StoredRejection extends KnownRejection {
  readonly since: number;
}

/** What a site's state says of rejections; the text was written from the same type. */
export function rejectionsOf(text: string | null): readonly StoredRejection[] {
  return JSON.parse(text ?? '[]') as StoredRejection[];
}
