import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BOUND_MEMORY = fileURLToPath(new URL('./bound-memory.ts', import.meta.url));

// Keeps two million small objects in turn, and says how much half of the young heap may hold at last, in MiB, and what
// the allocator was told. A collection by several threads takes more for its time: the least that is seen counts.
const CHURN = `
const { beginBounded, boundMemory } = await import(process.argv[1]);
const { default: v8 } = await import('node:v8');
if (process.argv[2] === 'bound') {
  beginBounded();
  boundMemory();
}
const space = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
let kept = [];
function churn() {
  let least = Infinity;
  for (let index = 0; index < 1_000_000; index += 1) {
    kept.push({ index, of: [index] });
    if (kept.length > 200_000) kept = [];
    if (index % 10_000 === 0) least = Math.min(least, space().space_used_size + space().space_available_size);
  }
  return least / 1024 / 1024;
}
churn();
process.stdout.write(JSON.stringify({ youngMib: churn(), arenas: process.env.MALLOC_ARENA_MAX }));
`;

function churn(how: 'free' | 'bound'): { youngMib: number; arenas?: string } {
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const args = ['--input-type=module', '--eval', CHURN, BOUND_MEMORY, how];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as ReturnType<typeof churn>;
}

it('keeps the young heap small, which grows a lot where nobody bounds it', () => {
  expect(churn('free').youngMib).toBeGreaterThan(10);
  const { youngMib, arenas } = churn('bound');
  expect(youngMib).toBeGreaterThan(1);
  expect(youngMib).toBeLessThan(9);
  expect(arenas).toBe(process.platform === 'linux' ? '2' : undefined);
});
