import type { Progress } from '@setpoint/server';
import type { Shell } from '../shell/shell.ts';
import { whileWorking } from '../shell/while-working.ts';
import { countText } from '../text/count-text.ts';

/** Shows at a terminal which table is being copied, and how long it has taken so far. */
export function whileCopying<Result>(
  shell: Pick<Shell, 'progress'>,
  what: string,
  work: (onProgress: (done: Progress) => void) => Promise<Result>,
): Promise<Result> {
  let latest = '';
  // The first step may be one statement that takes minutes, and nothing is shown meanwhile.
  shell.progress(`${what} ...`);
  return whileWorking(
    shell,
    () => `${what}${latest}`,
    (showIfDue) =>
      work(({ table, rows }) => {
        latest = `: ${table}, ${countText(rows, 'row')}`;
        showIfDue();
      }),
  );
}
