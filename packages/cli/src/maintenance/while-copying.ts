import type { Progress } from '@setpoint/server';
import type { Shell } from '../shell/shell.ts';
import { whileWorking } from '../shell/while-working.ts';
import { countText } from '../text/count-text.ts';

/** Shows at a terminal which table is being copied, and how long it has taken so far. */
export function whileCopying<Result>(
  shell: Shell,
  what: string,
  work: (onProgress: (done: Progress) => void) => Promise<Result>,
): Promise<Result> {
  let latest = '';
  const onProgress = ({ table, rows }: Progress) => {
    latest = `: ${table}, ${countText(rows, 'row')}`;
  };
  return whileWorking(
    shell,
    () => `${what}${latest}`,
    () => work(onProgress),
  );
}
