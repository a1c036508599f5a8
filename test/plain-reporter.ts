import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Ends every run with one plain line that a script can read; before it, why what was skipped was, where a test says so. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let skipped = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((test) => test.result().state === 'passed').length;
      skipped += tests.filter((test) => test.result().state === 'skipped').length;
      failed += tests.filter((test) => test.result().state === 'failed').length;
      process.stdout.write(tests.map(skippedFor).join(''));
      if (module.state() === 'failed' && tests.every((test) => test.ok())) failed += 1;
    }
    const skippedPart = skipped > 0 ? `, ${skipped} skipped` : '';
    process.stdout.write(`\n${passed} passed, ${failed} failed${skippedPart}\n`);
  }
}

function skippedFor(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' && result.note !== undefined ? `\nskipped: ${test.name}: ${result.note}` : '';
}
