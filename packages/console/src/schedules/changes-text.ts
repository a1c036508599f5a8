import { countText } from '../words/count-text.ts';

/** In how many periods the plan would be otherwise. */
export function changesText(changes: number): string {
  return changes === 0 ? 'The plan would not change.' : `The plan would change in ${countText(changes, 'period')}.`;
}
