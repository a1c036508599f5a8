/** An instant as this service writes it: in UTC, with milliseconds. */
export function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
