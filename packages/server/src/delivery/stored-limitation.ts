import type { LimitedCommand, PairNames } from '@setpoint/contract';

/** What a controller serves in part, of the commands that the service knows. */
export type StoredLimitation = PairNames & Pick<LimitedCommand, 'by' | 'kW'>;

/** What a site's state says of that; the text was written by `limitationsText`. */
export function limitationsOf(text: string | null): readonly StoredLimitation[] {
  return text === null ? [] : (JSON.parse(text) as StoredLimitation[]);
}

export function limitationsText(limited: readonly StoredLimitation[]): string | null {
  return limited.length === 0 ? null : JSON.stringify(limited);
}
