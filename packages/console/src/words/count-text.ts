const WHOLE = new Intl.NumberFormat('en');

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${WHOLE.format(count)} ${count === 1 ? one : many}`;
}
