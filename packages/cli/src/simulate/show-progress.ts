import type { RunningFleet } from '@setpoint/controller';
import { progressLine } from './progress-line.ts';

export interface ShownFleet {
  readonly sites: number;
  readonly fleet: Pick<RunningFleet, 'figures'>;
  readonly trouble: { readonly count: number; readonly last: string };
  readonly write: (text: string) => void;
}

const LINE_EVERY_MS = 1_000;

/** Writes a line every second, over the one before where a person looks; returns the way to end that. */
export function showProgress({ sites, fleet, trouble, write }: ShownFleet): () => void {
  const isLive = process.stderr.isTTY;
  let reports = 0;
  let troubles = 0;
  let writtenAt = performance.now();

  function writeLine(): void {
    const figures = fleet.figures();
    const at = performance.now();
    const line = progressLine({ sites, figures, reportsBefore: reports, elapsedMs: at - writtenAt });
    // One of many, so that a service that is gone does not bring 10,000 lines.
    const seen = trouble.count - troubles;
    const told = seen === 0 ? '' : `${clear}${seen} troubles, the last of ${trouble.last}\n`;
    write(`${told}${clear}${line}${isLive ? '' : '\n'}`);
    ({ reports } = figures);
    troubles = trouble.count;
    writtenAt = at;
  }

  const clear = isLive ? '\r\u001B[K' : '';
  const timer = setInterval(writeLine, LINE_EVERY_MS);
  return () => {
    clearInterval(timer);
    if (isLive) write('\n');
  };
}
