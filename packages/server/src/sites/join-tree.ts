import { NUMBER_MARK } from './split-tree.ts';

/** The text of a device tree that `splitTree` took apart; without numbers it was stored whole. */
export function joinTree(shape: string, numbers: string | null): string {
  if (numbers === null) return shape;
  const each = numbers.split(',');
  return shape
    .split(NUMBER_MARK)
    .map((part, at) => (at === 0 ? part : `${each[at - 1] ?? ''}${part}`))
    .join('');
}
