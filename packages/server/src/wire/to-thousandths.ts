/** As many digits as anybody reads; what is no number that has them stays as it is. */
export function toThousandths(value: number): number {
  const rounded = Math.round(value * 1_000) / 1_000;
  return Number.isFinite(rounded) ? rounded : value;
}

export function toThousandthsOrNull(value: number | null | undefined): number | null {
  return value == null ? null : toThousandths(value);
}
