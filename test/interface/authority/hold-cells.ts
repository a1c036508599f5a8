import { expect } from 'vitest';
import type { Ask } from './hook-cell.ts';
import type { Fleet } from './start-fleet.ts';

interface HeldFleet extends Pick<Fleet, 'sites' | 'poolId'> {
  /** The operator's holds, one of each site. */
  readonly holds: readonly string[];
}

/** Makes and releases a hold of site a, of all sites and of the pool of site a; then says which of the operator's holds are seen. */
export async function holdCells(ask: Ask, { sites, poolId, holds: operators }: HeldFleet): Promise<string[]> {
  const path = '/api/v1/fleet/holds';
  const cells: string[] = [];
  for (const body of [{ siteId: sites.a }, { allSites: true }, { poolId }]) {
    const { status, text } = await ask(path, { method: 'POST', body });
    cells.push(String(status));
    if (status !== 201) {
      // Nobody releases a hold that it cannot see, or that is not its own.
      const refused = await ask(`${path}/${operators[1]}`, { method: 'DELETE' });
      expect([401, 403, 404]).toContain(refused.status);
      continue;
    }
    const made = `${path}/${(JSON.parse(text) as { holdId: string }).holdId}`;
    expect((await ask(made, { method: 'DELETE' })).status).toBe(200);
  }
  const { status, text } = await ask(`${path}?state=open`);
  if (status !== 200) {
    expect((await ask(`${path}/${operators[0]}`)).status).toBe(status);
    return [...cells, String(status)];
  }
  const { holds } = JSON.parse(text) as { holds: { holdId: string; siteId: string }[] };
  const seen = Object.entries(sites).filter(([, siteId]) => holds.some((hold) => hold.siteId === siteId));
  for (const hold of operators) {
    const isSeen = holds.some(({ holdId }) => holdId === hold);
    expect((await ask(`${path}/${hold}`)).status).toBe(isSeen ? 200 : 404);
  }
  return [...cells, seen.map(([name]) => name).join('') || '-'];
}
