import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

// More with one reason are counted.
const MOST_NAMED = 5;
const MOST_SECONDS = 10;

/**
 * Ends every run with what was skipped and why, what took long, and one plain line that a script can read.
 * That line is left to whoever started the run and names a file for it.
 */
export default class PlainReporter implements Reporter {
  private isPart = false;

  onInit({ config }: Vitest): void {
    // Where tests are picked by their titles, the others are left out on purpose.
    this.isPart = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].every((test) => test.ok()),
    );
    const skipped = this.isPart ? [] : inState('skipped');
    const reasons = Map.groupBy(skipped, reasonOf);
    for (const [reason, those] of reasons) process.stdout.write(`\n${linesFor(reason, those)}`);
    const silent = reasons.get(undefined)?.length ?? 0;
    if (silent > 0) process.exitCode = 1;
    const failed = unhandledErrors.length + inState('failed').length + broken.length + silent;
    const left = inState('skipped').length - silent;
    const closing = `${inState('passed').length} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`;
    sayCostly(modules);
    const path = process.env['SETPOINT_TEST_CLOSING'];
    if (path === undefined) process.stdout.write(`\n${closing}\n`);
    else writeFileSync(path, closing);
  }
}

/** Names the files that used much processor time; test/README.md has the reason of each. */
function sayCostly(modules: readonly TestModule[]): void {
  const costly = modules
    .map((module) => ({ path: module.relativeModuleId, seconds: module.meta().processorSeconds ?? 0 }))
    .filter(({ seconds }) => seconds > MOST_SECONDS)
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ path, seconds }) => `\n  ${Math.round(seconds)} s: ${path}`);
  if (costly.length > 0) process.stdout.write(`\nmore than ${MOST_SECONDS} s of processor time:${costly.join('')}\n`);
}

function linesFor(reason: string | undefined, tests: readonly TestCase[]): string {
  const because = reason === undefined ? 'skipped without a reason, which counts as failed' : `skipped, as ${reason}`;
  const files = new Set(tests.map(({ module }) => module.relativeModuleId));
  const named = tests.map(({ fullName, module }) => `\n  ${module.relativeModuleId}: ${fullName}`).join('');
  return tests.length > MOST_NAMED
    ? `${because}: ${tests.length} tests of ${[...files].join(', ')}`
    : `${because}:${named}`;
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? missingFor(test);
}

function missingFor(one: TestCase | TestSuite): string | undefined {
  // What `unless` gives.
  const { missing } = one.meta() as { readonly missing?: string };
  if (missing !== undefined) return missing;
  return one.parent.type === 'suite' ? missingFor(one.parent) : undefined;
}
