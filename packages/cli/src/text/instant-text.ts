/** An instant as people write it, in UTC: `2030-01-01 04:15`, with seconds only where there are some. */
export function instantText(instant: string): string {
  const text = new Date(instant).toISOString();
  return `${text.slice(0, 10)} ${timeOf(text)}`;
}

/** A range of time, the day named once where it is the same: `2030-01-01 04:15 to 08:00`. */
export function rangeText(from: string, to: string): string {
  const [start, end] = [instantText(from), instantText(to)];
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} to ${end.slice(11)}` : `${start} to ${end}`;
}

function timeOf(text: string): string {
  return text.slice(17, 19) === '00' ? text.slice(11, 16) : text.slice(11, 19);
}
