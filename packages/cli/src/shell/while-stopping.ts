import type { Shell } from './shell.ts';
import { whileWorking } from './while-working.ts';

/** Ends what runs, and says so at a terminal, in the place of the ^C that stands there. */
export function whileStopping(shell: Pick<Shell, 'progress'>, end: () => Promise<void>): Promise<void> {
  shell.progress('Stopping ...');
  return whileWorking(shell, 'Stopping', end);
}
