import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const WITHIN_MS = 180_000;

/** Installs Python packages where they touch nothing else: the Python that has them, or why that cannot be. */
export async function installPython(
  folder: string,
  packages: readonly string[],
): Promise<{ readonly python: string } | { readonly missing: string }> {
  const at = join(folder, 'venv');
  const isNew = ['-c', 'import sys; assert sys.version_info >= (3, 11)'];
  try {
    await execute('python3', isNew);
    await execute('python3', ['-m', 'venv', at]);
  } catch {
    return { missing: 'there is no Python 3.11 with venv' };
  }
  const python = join(at, 'bin', 'python');
  try {
    await execute(python, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: WITHIN_MS });
  } catch {
    return { missing: `${packages.join(' and ')} could not be installed` };
  }
  return { python };
}
