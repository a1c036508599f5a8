/** Why a database cannot be used, as a sentence. */
export function databaseProblem(cause: unknown): string {
  return `the database cannot be used: ${reasonOf(cause)}`;
}

// One name may have several addresses: what failed at each is in the parts of a failure without words.
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
