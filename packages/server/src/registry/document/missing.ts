/** What is wanted and not there yet, each once. */
export function missing<Item extends object>(wanted: readonly Item[], present: readonly Item[]): Item[] {
  const byName = new Map(wanted.map((item) => [nameOf(item), item]));
  for (const item of present) byName.delete(nameOf(item));
  return [...byName.values()];
}

// Fields may stand in any order.
function nameOf(item: object): string {
  return JSON.stringify(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
