import { spawnSync } from 'node:child_process';

/** What a build calls itself: between two releases, with the commit that it was made of. */
export function buildVersion(version: string, root: string): string {
  if (!/[.-]dev$/.test(version)) return version;
  const commit = said(root, ['rev-parse', '--short=10', 'HEAD']);
  if (commit === undefined) return version;
  const isChanged = said(root, ['status', '--porcelain', '--untracked-files=no']) !== '';
  return `${version}+${commit}${isChanged ? '.changed' : ''}`;
}

// Undefined without Git, or outside of a checkout of our own.
function said(root: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
