/** Seconds since 1970, and a value for each; null where the line breaks. */
export type MeasuredPoints = readonly [readonly number[], readonly (number | null)[]];

export const NOTHING_MEASURED: MeasuredPoints = [[], []];
