import type { PairNames, RejectedCommand, LimitedCommand } from '@setpoint/contract';

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

/** What a controller serves in part, of the commands that the service knows. */
export type StoredLimitation = PairNames & Pick<LimitedCommand, 'by' | 'kW'>;

/** What a site's state says of that; the text was written by `limitationsText`. */
export function limitationsOf(text: string | null): readonly StoredLimitation[] {
  return text === null ? [] : (JSON.parse(text) as StoredLimitation[]);
}

export function limitationsText(limited: readonly StoredLimitation[]): string | null {
  return limited.length === 0 ? null : JSON.stringify(limited);
}
