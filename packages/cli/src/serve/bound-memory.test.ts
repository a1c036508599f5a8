import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BOUND_MEMORY = fileURLToPath(new URL('./bound-memory.ts', import.meta.url));

// Keeps a million small objects in turn, and says how large the young heap grew, in MiB, and what the allocator was told.
// Under load it goes on until the heap is larger, with pauses in which it may be made so.
const CHURN = `
const { boundMemory, growWithLoad } = await import(process.argv[1]);
const { default: v8 } = await import('node:v8');
const { setImmediate } = await import('node:timers/promises');
const how = process.argv[2];
if (how !== 'free') boundMemory();
const young = () => v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 1024 / 1024;
// To load this took some already, more on a busy machine.
const startMib = young();
if (how === 'load') growWithLoad();
let kept = [];
let most = 0;
function churn(count) {
  for (let index = 0; index < count; index += 1) {
    kept.push({ index, of: [index] });
    if (kept.length > 200_000) kept = [];
    if (index % 10_000 === 0) most = Math.max(most, young());
  }
}
churn(1_000_000);
const began = most;
const giveUpAt = performance.now() + 20_000;
while (how === 'load' && most <= began && performance.now() < giveUpAt) {
  await setImmediate();
  churn(10_000);
}
if (how === 'load') churn(1_000_000);
process.stdout.write(JSON.stringify({ startMib, beganMib: began, mostMib: most, arenas: process.env.MALLOC_ARENA_MAX }));
`;

function churn(how: 'free' | 'rest' | 'load'): {
  startMib: number;
  beganMib: number;
  mostMib: number;
  arenas?: string;
} {
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const args = ['--input-type=module', '--eval', CHURN, BOUND_MEMORY, how];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as ReturnType<typeof churn>;
}

it('keeps the young heap small, which grows a lot where nobody bounds it', () => {
  expect(churn('free').mostMib).toBeGreaterThan(25);
  const { startMib, mostMib, arenas } = churn('rest');
  expect(mostMib).toBeLessThanOrEqual(Math.max(8, startMib));
  expect(arenas).toBe(process.platform === 'linux' ? '2' : undefined);
});

it('gives the young heap more once there is work, and no more than that', () => {
  const { startMib, beganMib, mostMib } = churn('load');
  expect(beganMib).toBeLessThanOrEqual(Math.max(8, startMib));
  expect(mostMib).toBeGreaterThanOrEqual(8);
  expect(mostMib).toBeLessThan(20 + startMib);
});
