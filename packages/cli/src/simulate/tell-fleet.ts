import type { RunningFleet } from '@setpoint/controller';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';
import { progressLine } from './progress-line.ts';

export interface ToldFleet {
  readonly sites: number;
  readonly fleet: Pick<RunningFleet, 'figures'>;
  readonly trouble: { readonly count: number; readonly last: string };
  readonly shell: Pick<Shell, 'writeError' | 'progress'>;
  readonly now: () => number;
}

/** Returns a function to call each second: says what has changed, and on a terminal also how the fleet does. */
export function tellFleet({ sites, fleet, trouble, shell, now }: ToldFleet): () => void {
  let reports = 0;
  let troubles = 0;
  let lookedAt = now();
  let isConnected = false;

  return () => {
    const figures = fleet.figures();
    const at = now();
    // One line for all of them: a service that stops would cause 10,000.
    const seen = trouble.count - troubles;
    if (seen > 0) shell.writeError(`${countText(seen, 'failure')}, the latest: ${trouble.last}\n`);
    if (!isConnected && figures.connected === sites) {
      isConnected = true;
      shell.writeError(`${countText(sites, 'controller')} ${sites === 1 ? 'is' : 'are'} connected.\n`);
    }
    shell.progress(progressLine({ sites, figures, reportsBefore: reports, elapsedMs: at - lookedAt }));
    ({ reports } = figures);
    troubles = trouble.count;
    lookedAt = at;
  };
}
