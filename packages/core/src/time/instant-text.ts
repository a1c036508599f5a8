/** An instant as this service writes it: in UTC, with milliseconds. */
export function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

export function instantTextOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : instantText(instantMs);
}
