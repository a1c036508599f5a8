import { expect, it } from 'vitest';
import { numberedId } from '../testing/numbered-id.ts';
import { MOST_HOLDING } from './holding.ts';
import { changeFiring } from './settle-alert.ts';

it('does not say that is over what is behind the last of those that were looked at', () => {
  const all = Array.from({ length: MOST_HOLDING + 1 }, (_, nth) => ({
    subjectId: numberedId(nth),
    subjectName: `Site ${nth}`,
    since: 0,
    isTold: true,
    isFromBefore: false,
  }));
  // The first of them is back, the last was not looked at before.
  const holding = all.slice(1);
  expect(changeFiring(all.slice(0, -1), holding, false)).toMatchObject({ over: [all[0]], begun: [all.at(-1)] });
  expect(changeFiring(all, all.slice(0, -1), false)).toMatchObject({ over: [], begun: [] });
  expect(changeFiring(all, [], false).over).toHaveLength(all.length);
});
