/** The parts of a proof that somebody named: one at a time, or several with commas between; some names have commas themselves. */
export function chooseParts(named: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const parts = named.flatMap((one) => (known.includes(one) ? [one] : one.split(',').map((part) => part.trim())));
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length === 0) return new Set(parts);
  throw new Error(`There is no part "${unknown.join('", "')}". There are:\n  ${known.join('\n  ')}`);
}
