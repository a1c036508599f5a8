import type { HeldSite } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, ProgressBar } from 'react-aria-components';
import { useClient } from '../session/session.tsx';

const SHOWN = 20;

/** How many sites confirmed a hold, and which cannot be reached. */
export function HoldProgress({ holdId }: { readonly holdId: string }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['holds', holdId],
    queryFn: async () => {
      const { counts } = await client.holds.read(holdId);
      const lost: HeldSite[] = [];
      if (counts.notStopped > 0) {
        for await (const site of client.holds.sites(holdId, 'not_stopped')) {
          lost.push(site);
          if (lost.length === SHOWN) break;
        }
      }
      return { counts, lost };
    },
    refetchInterval: 1_000,
  });
  if (data === undefined) return null;
  const { sites, confirmed, waiting, notStopped, remaining } = data.counts;
  const all = sites + remaining;
  return (
    <>
      <ProgressBar className="progress" value={confirmed} maxValue={Math.max(all, 1)} aria-label="Sites that confirmed">
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className="power-range" width="100" height="6" />
          <rect className="charge-now" width={all === 0 ? 0 : (confirmed / all) * 100} height="6" />
        </svg>
        <span role="status">
          ✓ {confirmed} of {all} sites confirmed
          {waiting + remaining > 0 && `, ↻ ${waiting + remaining} waiting`}
          {notStopped > 0 && <b className="is-bad">, ✕ {notStopped} not stopped</b>}
        </span>
      </ProgressBar>
      {data.lost.length > 0 && (
        <p>
          Not reached, and may be carrying on:{' '}
          {data.lost.map(({ siteId, siteName }, index) => (
            <span key={siteId}>
              {index > 0 && ', '}
              <Link href={`/sites/${siteId}`}>{siteName}</Link>
            </span>
          ))}
          {notStopped > data.lost.length && ` and ${notStopped - data.lost.length} more`}
        </p>
      )}
    </>
  );
}
