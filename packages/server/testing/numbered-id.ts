/** For tests: an id, of which one sees which it is. */
export function numberedId(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}
