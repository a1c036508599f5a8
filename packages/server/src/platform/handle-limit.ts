interface LimitsReport {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/** How many files and connections this process may have open; infinite where the system has no such limit. */
export function handleLimit(): number {
  // Else it looks up the names of all that is connected.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as LimitsReport;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
