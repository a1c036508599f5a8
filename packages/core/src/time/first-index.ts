/** The index of the first item from which on a claim holds, which must hold for all behind it; the length if for none. */
export function firstIndex<Item>(items: readonly Item[], isReached: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
