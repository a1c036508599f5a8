import { spawn } from 'node:child_process';

/**
 * Ends a process, and removes its folder, once this one is gone: also when it was killed and could not.
 * The pipe to the shell closes with us; a session of its own keeps Ctrl-C from ending the shell first.
 */
export function tieToWorker(pid: number, folder: string): () => void {
  const script = 'read -r _; kill -9 "$1"; rm -rf "$2"';
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const shell = spawn('sh', ['-c', script, 'sh', String(pid), folder], { detached: true, stdio: [...stdio] });
  shell.unref();
  return () => void shell.kill('SIGKILL');
}
