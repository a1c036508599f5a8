/** An instant as people write it: `2030-01-01 04:15`, with seconds only where there are some. */
export function instantText(instant: string, timeZone = 'UTC'): string {
  // Of all languages, this one writes dates as ISO 8601 has them.
  const inZone = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return inZone.format(new Date(instant)).replace(/:00$/, '');
}

/** A range of time, the day named once where it is the same: `2030-01-01 04:15 to 08:00`. */
export function rangeText(from: string, to: string, timeZone?: string): string {
  const [start, end] = [instantText(from, timeZone), instantText(to, timeZone)];
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} to ${end.slice(11)}` : `${start} to ${end}`;
}
