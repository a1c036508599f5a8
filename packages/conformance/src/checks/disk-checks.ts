import { ALL_PROFILES, BOTH_BINDINGS, type Check } from '../check.ts';
import { seconds } from '../controller-talk.ts';
import { demand, NotApplicable } from '../finding.ts';
import { setPower } from '../follow-power.ts';
import type { CommandDraft } from '../snapshot-writer.ts';
import type { Stage } from '../stage.ts';
import { afterPowerCut } from './after-power-cut.ts';
import { isSnapshot } from './is-snapshot.ts';

const HOUR_S = 3_600;
const LONGEST_WAIT_MS = 15_000;
const MUCH_MS = 10_000;
const SETTLE_MS = 300;
const LIMITS = ['upperLimitkW', 'lowerLimitkW'] as const;
const MANY_ENTRIES = 1_500;

/** What a controller does when its disk takes no more. */
export const diskChecks: readonly Check[] = [
  {
    bindings: BOTH_BINDINGS,
    profiles: ALL_PROFILES,
    id: 'C37',
    title: 'with a full disk it stays, with the schedule that it has',
    longestSeconds: 60,
    async run(stage) {
      if (!stage.isAutomatic) throw new NotApplicable('its disk would have to be filled');
      if (process.platform === 'win32') throw new NotApplicable('nothing bounds the files of a program on Windows');
      const own = stage.send({ commands: [setPower(-60, HOUR_S, 1)] });
      await stage.applied(own);
      const { revision } = await afterPowerCut(stage, 'small');
      demand(revision === own, `started anew, it reported ${revision ?? 'no schedule'}, not ${own}`);
      try {
        await withoutRoom(stage, own);
      } finally {
        // With room again, for the checks after this one.
        await stage.life.kill();
      }
    },
  },
];

async function withoutRoom(stage: Stage, own: string): Promise<void> {
  const from = stage.evidence.length();
  const large = stage.send({ commands: LIMITS.map(largeCommand) });
  const withinMs = stage.reactMs(MUCH_MS) + stage.protocolMs(2 * LONGEST_WAIT_MS);
  await stage.evidence.until({ from, withinMs, isSo: isSnapshot });
  const next = await stage.nextReport(stage.evidence.length(), withinMs);
  demand(!stage.life.isOver(), 'its disk was full, and it ended');
  demand(next !== undefined, `its disk was full, and it reported nothing for ${seconds(withinMs)}`);
  // What was on its way when it came is not the answer to it.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const reports = stage.evidence.of('report', from).map(({ report }) => report.revision);
  if (reports.includes(large)) await mustHaveKept(stage, large);
  const other = reports.find((revision) => revision !== own);
  demand(other === undefined, `its disk was full; it reported ${other ?? 'no schedule'}, and should report ${own}`);
  // It fits, and is taken by a controller that goes on.
  const small = stage.send({ commands: [setPower(-60, HOUR_S, 2)] });
  await stage.applied(small, stage.protocolMs(LONGEST_WAIT_MS) + stage.reactMs(MUCH_MS));
}

/** Whoever keeps it somewhere else has no full disk. */
async function mustHaveKept(stage: Stage, large: string): Promise<never> {
  const { revision } = await afterPowerCut(stage, 'small');
  demand(revision === large, `it reported ${large}, and after a power cut ${revision ?? 'no schedule'}`);
  throw new NotApplicable('it keeps its schedule where the size of its files does not matter');
}

// Drawn, so that nothing makes it small enough to fit.
function largeCommand(type: (typeof LIMITS)[number]): CommandDraft {
  const valueKw = (): number => (type === 'upperLimitkW' ? 1 : -1) * (400 + Math.round(Math.random() * 1e6) / 1e4);
  const spans = Array.from({ length: MANY_ENTRIES }, (_, at) => [at * 60 + 60, at * 60 + 120, valueKw()] as const);
  return { asset: 'grid', type, spans };
}
