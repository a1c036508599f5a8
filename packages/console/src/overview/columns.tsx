import type { SiteOverview } from '@setpoint/contract';
import { rankOf, attentionOf } from '../sites/attention.ts';
import { Link } from 'wouter';
import { useNow } from '../shell/use-now.ts';
import { Presence } from '../sites/presence.tsx';
import { syncText } from '../sites/sync-text.ts';
import { agoText } from '../words/ago-text.ts';
import { useSiteClock } from '../sites/fleet-feed.tsx';
import { pairLabel } from '../words/pair-label.ts';
import { valueText } from '../words/value-text.ts';
import { percentText } from '../words/percent-text.ts';
import { reserveTexts, powerText } from '../words/power-text.ts';
import { reasonSign } from '../sites/reason-sign.ts';
import { shortProblem } from '../words/with-problem.ts';
import type { ReactNode } from 'react';

interface CellProps {
  readonly site: SiteOverview;
}

export type SortKey = string | number;

/** A column of the table of all sites. */
export interface Column {
  readonly id: string;
  readonly head: string;
  /** As a track of the grid. */
  readonly width: string;
  readonly isFigure?: boolean;
  readonly Cell: (props: CellProps) => ReactNode;
  /** What the sites are sorted by; those with the same are sorted by name. */
  readonly sortKey: (site: SiteOverview, now: number) => SortKey;
}

/** The columns, from left to right. */
export const COLUMNS = [
  { id: 'site', head: 'Site', width: '2fr', Cell: SiteCell, sortKey: () => 0 },
  {
    id: 'state',
    head: 'State',
    width: 'minmax(10.5rem, 1.5fr)',
    Cell: StateCell,
    sortKey: ({ isOnline, state, reportedAt }) => `${isOnline ? 1 : 0}${state}${reportedAt ?? ''}`,
  },
  {
    id: 'running',
    head: 'Running now',
    width: '2.6fr',
    Cell: RunningCell,
    sortKey: ({ running }) => running.length,
  },
  {
    id: 'grid',
    head: 'Grid',
    width: '1.1fr',
    isFigure: true,
    Cell: GridCell,
    sortKey: ({ powerkW }) => powerkW.grid ?? Number.POSITIVE_INFINITY,
  },
  {
    id: 'storage',
    head: 'Storage',
    width: '1.5fr',
    isFigure: true,
    Cell: StorageCell,
    sortKey: ({ socPcnt }) => socPcnt ?? Number.POSITIVE_INFINITY,
  },
  {
    id: 'reserves',
    head: 'Reserves',
    width: '1.2fr',
    isFigure: true,
    Cell: ReservesCell,
    sortKey: ({ reserves }) => reserves.importkW + reserves.exportkW,
  },
  { id: 'following', head: 'Following', width: '1.45fr', Cell: FollowingCell, sortKey: followingRank },
  { id: 'attention', head: 'Attention', width: '2fr', Cell: AttentionCell, sortKey: rankOf },
] as const satisfies readonly Column[];

export type ColumnId = (typeof COLUMNS)[number]['id'];

export function sortKeyOf(wanted: ColumnId): Column['sortKey'] {
  const { sortKey } = COLUMNS.find(({ id }) => id === wanted) ?? COLUMNS[0];
  return sortKey;
}

/** Sites that are furthest off come first, those with nothing to follow last. */
function followingRank({ following }: SiteOverview): number {
  if (following === null) return 3;
  if (following.state === 'unknown') return 2;
  return following.state === 'followed' ? 1 : -Math.abs(following.meanErrorkW ?? 0);
}

function SiteCell({ site }: CellProps) {
  return (
    <Link
      href={`/sites/${site.siteId}`}
      tabIndex={-1}
      className="site-name two-lines"
      title={site.siteName}
      onClick={(event) => event.stopPropagation()}
    >
      <bdi>{site.siteName}</bdi>
    </Link>
  );
}

function StateCell({ site }: CellProps) {
  const now = useNow();
  return (
    <>
      <span className="state-line">
        <Presence site={site} now={now} />
        {site.isOnline && site.reportedAt !== null && (
          <small className="muted">{agoText(now - Date.parse(site.reportedAt))}</small>
        )}
      </span>
      <small className="muted">{syncText(site, now)}</small>
    </>
  );
}

const SHOWN = 2;

function RunningCell({ site }: CellProps) {
  const { running, timeZone } = site;
  const clock = useSiteClock(timeZone);
  if (running.length === 0) return <span className="muted">own operation</span>;
  const shown = running.slice(0, SHOWN).map((one) => `${pairLabel(one)} ${valueText(one, one.value)}`);
  const all = running.map((one) => `${pairLabel(one)}: ${valueText(one, one.value)} until ${clock(one.endAt)}`);
  return (
    <span className="two-lines" title={all.join('\n')}>
      {shown.join(', ')}
      {running.length > SHOWN && <span className="muted"> and {running.length - SHOWN} more</span>}
    </span>
  );
}

function GridCell({ site }: CellProps) {
  const power = site.powerkW.grid;
  return (
    <Figure value={power === undefined ? undefined : Math.abs(power)} isOld={!site.isOnline}>
      {power === undefined || power === 0 ? '' : power > 0 ? 'import' : 'export'}
    </Figure>
  );
}

function StorageCell({ site }: CellProps) {
  const { powerkW, socPcnt } = site;
  const power = powerkW.bess;
  if (power === undefined && socPcnt === null) return <span className="muted">–</span>;
  const direction = power === undefined || power === 0 ? 'idle' : power > 0 ? 'discharge' : 'charge';
  return (
    <Figure value={power === undefined ? undefined : Math.abs(power)} isOld={!site.isOnline}>
      {direction}
      {socPcnt !== null && `, ${percentText(socPcnt)}`}
    </Figure>
  );
}

function ReservesCell({ site: { reserves, heldReserves } }: CellProps) {
  const isHeld = heldReserves.importkW !== 0 || heldReserves.exportkW !== 0;
  const shown = isHeld ? heldReserves : reserves;
  if (shown.importkW === 0 && shown.exportkW === 0) return <span className="muted">–</span>;
  const [down, up] = reserveTexts(shown);
  const Sold = isHeld ? 's' : 'span';
  return (
    <span className="figure">
      <Sold>{down}</Sold>
      <Sold>{up}</Sold>
      {isHeld && <span className="visually-hidden">held</span>}
    </span>
  );
}

function FollowingCell({ site: { following, timeZone } }: CellProps) {
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

function AttentionCell({ site }: CellProps) {
  const now = useNow();
  const attention = attentionOf(site, now);
  if (attention.length === 0) return <span className="muted">–</span>;
  const own = attention.filter(({ kind }) => kind !== 'issue').map(({ text }) => text);
  const issues = attention.filter(({ kind }) => kind === 'issue').map(({ code }) => shortProblem(code));
  const [first] = attention;
  return (
    <span
      className="two-lines attention-text"
      data-reason={first?.kind}
      title={attention.map(({ text }) => text).join('\n')}
    >
      <span aria-hidden="true">{first === undefined ? '' : reasonSign(first.kind)} </span>
      {[...own, ...issues].join('; ')}
    </span>
  );
}

interface FigureProps {
  readonly value: number | undefined;
  /** What is shown was reported before the site went offline. */
  readonly isOld: boolean;
  readonly children: ReactNode;
}

function Figure({ value, isOld, children }: FigureProps) {
  if (value === undefined) return <span className="muted">–</span>;
  return (
    <span className={isOld ? 'figure is-old' : 'figure'}>
      {powerText(value)}
      <small className="muted">{isOld ? 'last reported' : children}</small>
    </span>
  );
}
