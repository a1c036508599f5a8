import type { RunningFleet } from '@setpoint/controller';
import { progressLine } from './progress-line.ts';

export interface ShownFleet {
  readonly sites: number;
  readonly fleet: Pick<RunningFleet, 'figures'>;
  readonly trouble: { readonly count: number; readonly last: string };
  readonly write: (text: string) => void;
  /** Shows a line in place of the one before. */
  readonly progress: (line: string) => void;
}

const LINE_EVERY_MS = 1_000;

/** Writes a line every second, on a terminal over the one before; returns a function that ends it. */
export function showProgress({ sites, fleet, trouble, write, progress }: ShownFleet): () => void {
  const isLive = process.stderr.isTTY;
  let reports = 0;
  let troubles = 0;
  let writtenAt = performance.now();

  function writeLine(): void {
    const figures = fleet.figures();
    const at = performance.now();
    const line = progressLine({ sites, figures, reportsBefore: reports, elapsedMs: at - writtenAt });
    // One line for all of them: a service that stops would cause 10,000.
    const seen = trouble.count - troubles;
    if (seen > 0) {
      if (isLive) progress('');
      write(`${seen} failures, the latest: ${trouble.last}\n`);
    }
    if (isLive) progress(line);
    else write(`${line}\n`);
    ({ reports } = figures);
    troubles = trouble.count;
    writtenAt = at;
  }

  const timer = setInterval(writeLine, LINE_EVERY_MS);
  return () => {
    clearInterval(timer);
    if (isLive) write('\n');
  };
}
