import type { HeldSite, Hold, HoldCounts } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, ProgressBar } from 'react-aria-components';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 1_000;
const SHOWN = 20;

/** How many sites have confirmed a hold, and which cannot be reached. */
export function HoldProgress({ hold: { holdId, siteId } }: { readonly hold: Hold }) {
  const client = useClient();
  const isOneSite = siteId !== undefined;
  const { data } = useQuery({
    queryKey: ['holds', holdId],
    queryFn: async () => {
      const { counts } = await client.holds.read(holdId);
      const lost: HeldSite[] = [];
      if (counts.notStopped > 0 && !isOneSite) {
        for await (const site of client.holds.sites(holdId, 'not_stopped')) {
          lost.push(site);
          if (lost.length === SHOWN) break;
        }
      }
      return { counts, lost };
    },
    refetchInterval: EVERY_MS,
  });
  if (data === undefined) return null;
  if (isOneSite) return <OneSite counts={data.counts} />;
  return <ManySites counts={data.counts} lost={data.lost} />;
}

function OneSite({ counts: { confirmed, notStopped } }: { readonly counts: HoldCounts }) {
  if (notStopped > 0) {
    return (
      <p role="status" className="is-bad">
        ✕ Not stopped: its controller cannot be reached and may still follow its commands
      </p>
    );
  }
  return (
    <p role="status">{confirmed > 0 ? '✓ Its controller has confirmed the hold' : '↻ Waiting for its controller…'}</p>
  );
}

function ManySites({ counts, lost }: { readonly counts: HoldCounts; readonly lost: readonly HeldSite[] }) {
  const { sites, confirmed, waiting, notStopped, remaining } = counts;
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
      {lost.length > 0 && (
        <p>
          Not reached, and possibly not stopped:{' '}
          {lost.map(({ siteId, siteName }, index) => (
            <span key={siteId}>
              {index > 0 && ', '}
              <Link href={`/sites/${siteId}`}>
                <bdi>{siteName}</bdi>
              </Link>
            </span>
          ))}
          {notStopped > lost.length && ` and ${notStopped - lost.length} more`}
        </p>
      )}
    </>
  );
}
