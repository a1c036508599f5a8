const WHOLE = new Intl.NumberFormat('en');

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${countOf(count)} ${count === 1 ? one : many}`;
}

/** A count as a number alone. */
export function countOf(count: number): string {
  return WHOLE.format(count);
}
