export interface SitesInTurn<Sites> {
  /** A site each, or some that have their turn together. */
  readonly turns: readonly Sites[];
  /** How many are under way together: they share a commit. */
  readonly atOnce: number;
  /** Who has not had a turn by then has it in the next step. */
  readonly mostMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Does something for one site after another; what fails for one is thrown when all have had their turn. */
export async function forSomeSites<Sites>(
  { turns, atOnce, mostMs, signal }: SitesInTurn<Sites>,
  act: (sites: Sites) => Promise<void>,
): Promise<void> {
  const endsAt = performance.now() + mostMs;
  const failures: unknown[] = [];
  for (let at = 0; at < turns.length; at += atOnce) {
    if (signal?.aborted === true || performance.now() >= endsAt) break;
    const acts = turns.slice(at, at + atOnce).map((sites) => act(sites));
    for (const one of await Promise.allSettled(acts)) if (one.status === 'rejected') failures.push(one.reason);
  }
  if (failures.length > 0) throw failures[0];
}
