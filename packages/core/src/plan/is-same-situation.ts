import type { BessSituation, Issue, Situation, Step } from './segment.ts';

export function isSameSituation(one: Situation, other: Situation): boolean {
  return (
    hasSameNumbers(one, other) &&
    isSameList(one.because, other.because, isSameStep) &&
    isSameList(one.issues, other.issues, isSameIssue)
  );
}

type Lists = Pick<Situation, 'because' | 'issues'>;

// Half the objects of a large plan repeat the ones before; collecting them took longer than everything else.
/** The lists of a situation, re-using the objects of the one before wherever they are equal. */
export function listsLike(before: Lists | undefined, { because, issues }: Lists): Lists {
  return {
    because: listLike(before?.because ?? [], because, isSameStep),
    issues: listLike(before?.issues ?? [], issues, isSameIssue),
  };
}

function listLike<Item>(before: readonly Item[], list: readonly Item[], isSame: (a: Item, b: Item) => boolean) {
  if (isSameList(before, list, isSame)) return before;
  return list.map((item, index) => {
    const twin = before[index];
    return twin !== undefined && isSame(item, twin) ? twin : item;
  });
}

const NUMBERS = ['target', 'offset', 'lo', 'hi', 'reserveImport', 'reserveExport', 'optimalSocPercent'] as const;

function hasSameNumbers(one: Partial<BessSituation>, other: Partial<BessSituation>): boolean {
  return NUMBERS.every((name) => one[name] === other[name]);
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[], isSame: (a: Item, b: Item) => boolean) {
  return (
    one.length === other.length &&
    one.every((item, index) => {
      const twin = other[index];
      return twin !== undefined && isSame(item, twin);
    })
  );
}

function isSameStep(one: Step, other: Step): boolean {
  return (
    one.source === other.source && one.delta === other.delta && one.after === other.after && one.order === other.order
  );
}

function isSameIssue(one: Issue, other: Issue): boolean {
  return one.code === other.code && one.amount === other.amount && one.at === other.at;
}
