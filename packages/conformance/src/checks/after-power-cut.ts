import { seconds } from '../controller-talk.ts';
import { foundOr } from '../finding.ts';
import type { Happening, SeenReport } from '../happening.ts';
import type { Stage } from '../stage.ts';
import type { DiskSize } from '../subject.ts';

const START_MS = 8_000;
const LONGEST_WAIT_MS = 15_000;

/** The first report after a power cut, while no schedule is sent. */
export async function afterPowerCut(stage: Stage, disk?: DiskSize): Promise<SeenReport> {
  const sessions = new Set(stage.evidence.of('report').map(({ report: { session } }) => session));
  await stage.life.kill();
  stage.gateway.script.isScheduleKept = true;
  const from = stage.evidence.length();
  await stage.life.start(disk);
  const withinMs = stage.reactMs(START_MS) + LONGEST_WAIT_MS / stage.pace;
  // What it sent just before the cut may arrive after it.
  const isSo = (one: Happening): one is Extract<Happening, { readonly kind: 'report' }> =>
    one.kind === 'report' && !sessions.has(one.report.session);
  const found = await stage.evidence.until({ from, withinMs, isSo });
  const { report } = foundOr(found, `it did not report within ${seconds(withinMs)}`);
  stage.gateway.script.isScheduleKept = false;
  if (stage.binding === 'https') stage.gateway.cut();
  return report;
}
