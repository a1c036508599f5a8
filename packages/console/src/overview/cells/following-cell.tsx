import { useSiteClock } from '../../sites/fleet-feed.tsx';
import { pairLabel } from '../../words/pair-label.ts';
import { percentText } from '../../words/percent-text.ts';
import type { CellProps } from '../column.ts';

export function FollowingCell({ site: { following, timeZone } }: CellProps) {
  const clock = useSiteClock(timeZone);
  if (following === null || following.state === 'unknown') return <span className="muted">–</span>;
  const { state, asset, type, endAt, withinShare } = following;
  // Rounded down, as it was not kept all the time; a decimal would not fit the column.
  const off = withinShare === null ? 'deviated' : `${percentText(Math.floor(withinShare * 100))} within`;
  return (
    <span className="followed" title={`${pairLabel({ asset, type })}: the latest entry`}>
      {state === 'followed' ? <span className="is-well">✓ followed</span> : <span className="is-offline">≠ {off}</span>}
      <small className="muted">until {clock(endAt)}</small>
    </span>
  );
}
