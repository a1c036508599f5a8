import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkRestart } from './check-restart.ts';
import { History } from './history.ts';
import { runScript } from './run-script.ts';
import { launchService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { recordCommand, traceCommand } from './trace-command.ts';

/** The `when`-th call of one kind in a thread; of the writer's only those on the database, which no other makes. */
export interface CrashPoint {
  readonly call: string;
  readonly isWriter: boolean;
  readonly when: number;
}

export type CrashResult = Awaited<ReturnType<typeof crashAt>>;

// Group commits differ a little from run to run: the counts of one run are no bound for the next.
const SPARE = 1.1;

/** Every call by which the service changes a file while the script runs. */
export async function listCrashPoints(): Promise<readonly CrashPoint[]> {
  await using dir = await makeTempDir();
  const callsPath = join(dir.path, 'calls');
  await using launched = launchService({ dataDir: dir.path, wrap: recordCommand(callsPath), env: WITHOUT_CACHE });
  await runScript(launched, dir.path, new History());
  const lines = (await readFile(callsPath, 'utf8')).split('\n').slice(0, -1);
  const threads = [...Map.groupBy(lines, threadOf).values()].sort((one, other) => other.length - one.length);
  return threads.flatMap((calls, index) =>
    [...Map.groupBy(calls, callOf)].flatMap(([call, made]) =>
      Array.from({ length: index === 0 ? Math.ceil(made.length * SPARE) : made.length }, (_, before) => ({
        call,
        isWriter: index === 0,
        when: before + 1,
      })),
    ),
  );
}

// A first run with it renames thousands of files that belong to no store.
const WITHOUT_CACHE = { NODE_DISABLE_COMPILE_CACHE: '1' };

/** Runs the script, dies at the point, starts again and compares. */
export async function crashAt({ call, isWriter, when }: CrashPoint) {
  await using dir = await makeTempDir();
  const history = new History();
  const paths = ['', '-wal', '-shm', '-journal'].map((ending) => join(dir.path, `setpoint.sqlite${ending}`));
  const wrap = traceCommand({
    action: 'signal=KILL',
    calls: call,
    when: String(when),
    ...(isWriter ? { paths } : {}),
  });
  await using launched = launchService({ dataDir: dir.path, wrap, env: WITHOUT_CACHE });
  await runScript(launched, dir.path, history);
  const { signal } = await launched.ended;
  const [acknowledged, open] = [history.count('accepted'), history.count('open')];
  const faults = await checkRestart(dir.path, history);
  return { wasKilled: signal === 'SIGKILL', acknowledged, open, replayed: history.again.replayed, faults };
}

// A line of a trace: `4711  pwrite64(29, …) = 512`.
function threadOf(line: string): string {
  return line.split(' ', 1)[0] ?? '';
}

function callOf(line: string): string {
  return /(\w+)\(/.exec(line)?.[1] ?? '';
}
