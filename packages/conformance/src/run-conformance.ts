import type { Check } from './check.ts';
import { checks as allChecks } from './checks.ts';
import { type Finding, findingOf } from './finding.ts';
import type { Happening } from './happening.ts';
import { openStage, type Stage, type StageSettings } from './stage.ts';

export interface Conformance extends StageSettings {
  /** Only these checks; all of them when left out. */
  readonly only?: readonly string[];
  /** How many controllers run at the same time, each on a site of its own. */
  readonly sideBySide: number;
  readonly onResult: (result: CheckResult) => void;
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly finding: Finding;
  readonly seconds: number;
  readonly evidence: readonly Happening[];
}

/** Puts a controller through the checks; resolves with what was found, in the order of the ids. */
export async function runConformance(conformance: Conformance): Promise<CheckResult[]> {
  const chosen = allChecks.filter(({ id }) => conformance.only?.includes(id) ?? true);
  const { fits, unfit } = sortOut(chosen, conformance);
  const results = unfit.map(skipped);
  for (const result of results) conformance.onResult(result);
  const waiting = inOrder(fits, conformance.sideBySide);
  const lanes = Math.max(1, Math.min(conformance.sideBySide, waiting.length));
  await Promise.all(Array.from({ length: lanes }, () => runLane(conformance, waiting, results)));
  return results.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function sortOut(chosen: readonly Check[], { door, profile }: Conformance) {
  const isFit = ({ bindings, profiles }: Check): boolean =>
    bindings.includes(door.binding) && profiles.includes(profile);
  return { fits: chosen.filter(isFit), unfit: chosen.filter((check) => !isFit(check)) };
}

function skipped({ id, title }: Check): CheckResult {
  const because = 'it is not part of this profile and binding';
  return { id, title, finding: { kind: 'skip', because }, seconds: 0, evidence: [] };
}

// By their ids one after the other; side by side the long ones begin first.
function inOrder(fits: readonly Check[], sideBySide: number): Check[] {
  return sideBySide === 1 ? [...fits] : fits.toSorted((one, other) => other.longestSeconds - one.longestSeconds);
}

async function runLane(conformance: Conformance, waiting: Check[], results: CheckResult[]): Promise<void> {
  let stage: Stage | undefined;
  try {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      stage ??= await openStage(conformance);
      const result = await runCheck(check, stage);
      results.push(result);
      conformance.onResult(result);
      // It will not come for the others either.
      if (result.finding.kind === 'fail' && hasNeverCome(stage)) waiting.length = 0;
    }
  } finally {
    await stage?.close();
  }
}

async function runCheck(check: Check, stage: Stage): Promise<CheckResult> {
  const from = check.isOfFirstStart === true ? 0 : stage.evidence.length();
  const startedAtMs = performance.now();
  const prepared = check.isOfFirstStart === true ? Promise.resolve() : stage.ready();
  const finding = withLastWords(await findingOf(prepared.then(() => check.run(stage))), stage);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return { id: check.id, title: check.title, finding, seconds, evidence: stage.evidence.since(from) };
}

/** Whether the controller ended before it connected even once. */
function hasNeverCome({ evidence, life, isAutomatic }: Stage): boolean {
  return isAutomatic && life.isOver() && evidence.of('login').length + evidence.of('request').length === 0;
}

function withLastWords(finding: Finding, stage: Stage): Finding {
  if (finding.kind !== 'fail' || !hasNeverCome(stage)) return finding;
  const said = stage.evidence.of('output').at(-1)?.text;
  const lastLine = said?.trimEnd().split('\n').at(-1)?.replace('│ ', '');
  const words = lastLine === undefined ? 'and said nothing' : `and said last: ${lastLine}`;
  return { ...finding, because: `${finding.because}: the controller ended, ${words}` };
}
