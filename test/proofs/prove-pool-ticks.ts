import { runTests } from './suites.ts';
import type { Report } from './write-report.ts';

const TICKS = 1_000_000;
const PROPERTIES = ['divide-signal', 'split-signal'];
const A_DAY_MS = 86_400_000;

/** Random lives of pools, held against what the rules say, by models that share no code with the split. */
export async function provePoolTicks(say: (line: string) => void): Promise<Report> {
  const files = PROPERTIES.map((name) => `packages/core/src/pools/${name}.property.test.ts`);
  const args = ['--project', 'fast', '--testTimeout', String(A_DAY_MS), ...files];
  const { passed, failed } = await runTests(args, say, { SETPOINT_TEST_TICKS: String(TICKS) });
  const isWhole = passed >= PROPERTIES.length;
  return {
    facts: [`${passed} properties, each over ${TICKS.toLocaleString('en-US')} random ticks.`],
    faults: failed > 0 || !isWhole ? [`${failed} properties do not hold, ${passed} do`] : [],
  };
}
