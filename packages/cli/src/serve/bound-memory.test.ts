import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BOUND_MEMORY = fileURLToPath(new URL('./bound-memory.ts', import.meta.url));

// Keeps a million small objects in turn, far more than the young heap holds, which grows as far as it may. Says how
// large it was made at most, in MiB: how much of that is used depends on when it is collected.
const CHURN = `
const { beginBounded, boundMemory } = await import(process.argv[1]);
const { default: v8 } = await import('node:v8');
if (process.argv[2] === 'bound') {
  beginBounded();
  boundMemory();
}
const young = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
let kept = [];
let most = 0;
for (let index = 0; index < 1_000_000; index += 1) {
  kept.push({ index, of: [index] });
  if (kept.length > 200_000) kept = [];
  if (index % 10_000 === 0) most = Math.max(most, young().space_size);
}
process.stdout.write(JSON.stringify({ youngMib: most / 1024 / 1024, arenas: process.env.MALLOC_ARENA_MAX }));
`;

function churn(how: 'free' | 'bound'): { youngMib: number; arenas?: string } {
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const args = ['--input-type=module', '--eval', CHURN, BOUND_MEMORY, how];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as ReturnType<typeof churn>;
}

it('keeps the young heap small, which grows a lot where nobody bounds it', () => {
  expect(churn('free').youngMib).toBeGreaterThan(16);
  const { youngMib, arenas } = churn('bound');
  expect(youngMib).toBeLessThanOrEqual(16);
  expect(arenas).toBe(process.platform === 'linux' ? '2' : undefined);
});
