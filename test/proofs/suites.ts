import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const CONFIG = 'vitest.prove.config.ts';
const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

/** By its name, what a suite runs: projects of vitest.prove.config.ts. */
export const suites: ReadonlyMap<string, readonly string[]> = new Map([
  ['samples', ['samples']],
  ['stores', ['routes', 'journeys-PostgreSQL']],
  ['pages', ['pages']],
  ['deploy', ['deploy']],
  ['clients', ['clients']],
  ['liars', ['liars']],
  ['bench', ['bench']],
]);

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs a suite and shows what it says. */
export function runSuite(projects: readonly string[], show: (text: string) => void): Promise<Counts> {
  return runTests(['--config', CONFIG, ...projects.flatMap((project) => ['--project', project])], show);
}

/** Runs Vitest and shows what it says; a run that ends without a closing line has failed. */
export async function runTests(
  args: readonly string[],
  show: (text: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<Counts> {
  const child = spawn(process.execPath, [VITEST, 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000);
    show(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const [, passed = 0, failed = 0, skipped = 0] =
    [...said.matchAll(CLOSING_LINE)].at(-1)?.map((count) => Number(count ?? 0)) ?? [];
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), skipped };
}
