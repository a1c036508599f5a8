import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The calls by which a process changes files: dying at one of them is a crash point. */
const FILE_CALLS = 'pwrite64,fsync,fdatasync,ftruncate,rename,unlink';

/** Whether calls can be traced and tampered with here. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'trace=none', process.execPath, '-v']).status === 0;
}

export interface Tampering {
  /** What to do, in strace's words: `signal=KILL`, `error=EIO`, `delay_exit=500ms`. */
  readonly action: string;
  readonly calls?: string;
  /** From which call on, or at which, counted for each thread by itself. */
  readonly when?: string;
  /** Only calls on these files. */
  readonly paths?: readonly string[];
}

/** The command that runs another one, the service itself staying our child, and tampers with its calls. */
export function traceCommand({ action, calls = FILE_CALLS, when, paths = [] }: Tampering): string[] {
  const injection = `inject=${calls}:${action}${when === undefined ? '' : `:when=${when}`}`;
  return [...quietTrace('/dev/null', calls), ...paths.flatMap((path) => ['-P', path]), '-e', injection];
}

/** The command that runs another one and writes its calls to a file. */
export function recordCommand(outputPath: string): string[] {
  return quietTrace(outputPath, FILE_CALLS);
}

// Not with --seccomp-bpf: under it strace 6.1 counts no further than one, so that only when=1 ever happens.
function quietTrace(outputPath: string, calls: string): string[] {
  return ['strace', '-D', '-f', '-qq', '-o', outputPath, '-e', `trace=${calls}`, '-e', 'signal=none'];
}

/** Whether a running process of ours can be tampered with. */
export function canAttach(): boolean {
  const scope = spawnSync('cat', ['/proc/sys/kernel/yama/ptrace_scope']).stdout.toString().trim();
  return canTrace() && (process.getuid?.() === 0 || scope === '' || scope === '0');
}

/** Tampers with a running process from now on, until the scope ends. */
export async function tamperWith(pid: number, { action, calls = FILE_CALLS, paths = [] }: Tampering) {
  const only = paths.flatMap((path) => ['-P', path]);
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${action}`, '-e', 'signal=none'];
  const child = spawn('strace', ['-f', '-p', String(pid), '-o', '/dev/null', ...only, ...inject], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([once(child.stderr, 'data'), exited]);
  if (!String(line).includes('attached')) throw new Error(`strace did not attach: ${line}`);
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
