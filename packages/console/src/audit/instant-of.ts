/** An instant as a field for date and time in UTC takes it; nothing if it is no instant. */
export function fieldOf(instant: string | undefined): string {
  const ms = Date.parse(instant ?? '');
  if (Number.isNaN(ms)) return '';
  return new Date(ms).toISOString().replace(/(:00)?(\.0+)?Z$/, '');
}

/** The instant that such a field names. */
export function instantOf(field: string): string {
  if (field === '') return '';
  const ms = Date.parse(`${field}Z`);
  return Number.isNaN(ms) ? field : new Date(ms).toISOString();
}
