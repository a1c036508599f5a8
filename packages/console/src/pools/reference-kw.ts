import type { Pool, SiteOverview } from '@setpoint/contract';

/** What a site would do at its connection point without orders of the pool; undefined where no plan says it. */
export function referenceKw({ running }: Pick<SiteOverview, 'running'>, service: Pool['service']): number | undefined {
  const grid = new Map(
    running.flatMap(({ asset, type, value }) => (asset === 'grid' ? [[type as string, value]] : [])),
  );
  const setpoint = grid.get('activePowerkW');
  if (setpoint === undefined) return undefined;
  const upper = grid.get('upperLimitkW') ?? Number.POSITIVE_INFINITY;
  const lower = Math.min(upper, grid.get('lowerLimitkW') ?? Number.NEGATIVE_INFINITY);
  const otherService = service === 'afrr' ? 'mfrrActivationkW' : 'afrrActivationkW';
  return Math.min(upper, Math.max(lower, setpoint)) + (grid.get(otherService) ?? 0);
}
