import { existsSync, readFileSync } from 'node:fs';

interface LimitsReport {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

const LINUX_LIMITS = '/proc/self/limits';

/** How many files and connections this process may have open; infinite where the system has no such limit. */
export function handleLimit(): number {
  const soft = existsSync(LINUX_LIMITS) ? softInFile() : softInReport();
  return Number.isFinite(Number(soft)) ? Number(soft) : Infinity;
}

function softInFile(): string | undefined {
  return /^Max open files +(\S+)/m.exec(readFileSync(LINUX_LIMITS, 'utf8'))?.[1];
}

// It says much more, which takes a few milliseconds.
function softInReport(): number | string | undefined {
  // Else it looks up the names of all that is connected.
  Object.assign(process.report, { excludeNetwork: true });
  return (process.report.getReport() as LimitsReport).userLimits?.open_files?.soft;
}
