import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from '../load/load-plan.ts';

const LOAD_PROCESS = fileURLToPath(import.meta.resolve('../load/main.ts'));

/** Runs one load in a process of its own; a single answer that was not the expected one is an error. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, [LOAD_PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  child.stdin.end(JSON.stringify(plan));
  const result = (await json(child.stdout).catch(() => undefined)) as LoadResult | undefined;
  const [code] = (await exited) as [number | null];
  if (code !== 0 || !result) throw new Error(`the load process failed (${code})`);
  if (result.faultCount > 0) throw new Error(`${result.faultCount} wrong answers: ${result.faults.join('; ')}`);
  return result;
}
