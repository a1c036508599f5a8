/** The index of the first item that is reached, which all items after it must be; the length if there is none. */
export function firstIndex<Item>(items: ArrayLike<Item>, isReached: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
