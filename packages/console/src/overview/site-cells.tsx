import type { SiteOverview } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useNow } from '../shell/use-now.ts';
import { percentText, powerText } from '../words/power-text.ts';
import { shortIssueText } from '../words/issue-text.ts';
import { assetLabel, pairLabel, valueText } from '../words/pair.ts';
import { agoText, clockText, durationText } from '../words/when-text.ts';
import { attentionOf } from '../sites/attention.ts';
import { useSite } from '../sites/fleet-feed.tsx';
import { reasonSign } from '../sites/reason-sign.ts';

interface CellProps {
  readonly id: string;
}

// Cells are made once: what is in them listens to its site by itself.
function cellOf(name: string, Content: (props: { readonly site: SiteOverview }) => ReactNode) {
  function Live({ id }: CellProps) {
    const site = useSite(id);
    return site === undefined ? null : <Content site={site} />;
  }
  return function SiteTableCell({ id }: CellProps) {
    return (
      <div role={name === 'site' ? 'rowheader' : 'gridcell'} className={`cell cell-${name}`}>
        <Live id={id} />
      </div>
    );
  };
}

export const SiteCell = cellOf('site', ({ site }) => (
  <Link
    href={`/sites/${site.siteId}`}
    tabIndex={-1}
    className="site-name two-lines"
    title={site.siteName}
    onClick={(event) => event.stopPropagation()}
  >
    {site.siteName}
  </Link>
));

export const StateCell = cellOf('state', ({ site }) => {
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
});

export function Presence({ site, now }: { readonly site: SiteOverview; readonly now: number }) {
  const { isOnline, reportedAt } = site;
  if (isOnline) return <span className="presence is-online">● online</span>;
  if (reportedAt === null) return <span className="presence">○ never reported</span>;
  return <span className="presence is-offline">✕ offline {durationText(now - Date.parse(reportedAt))}</span>;
}

export function syncText({ state, behindSince, rejected, version }: SiteOverview, now: number): string {
  if (state === 'in_sync') return version === 0 ? 'nothing set yet' : 'in sync';
  if (state === 'partial') return `in sync, ${rejected} rejected`;
  if (behindSince === null) return 'not in sync';
  return `not in sync for ${durationText(now - Date.parse(behindSince))}`;
}

const SHOWN = 2;

export const RunningCell = cellOf('running', ({ site }) => {
  const { running, timeZone } = site;
  if (running.length === 0) return <span className="muted">its own mode</span>;
  const shown = running.slice(0, SHOWN).map((one) => `${pairLabel(one)} ${valueText(one, one.value)}`);
  const all = running.map(
    (one) => `${pairLabel(one)}: ${valueText(one, one.value)} until ${clockText(Date.parse(one.endAt), timeZone)}`,
  );
  return (
    <span className="two-lines" title={all.join('\n')}>
      {shown.join(', ')}
      {running.length > SHOWN && <span className="muted"> and {running.length - SHOWN} more</span>}
    </span>
  );
});

export const GridCell = cellOf('grid', ({ site }) => {
  const power = site.powerkW.grid;
  return (
    <Figure value={power === undefined ? undefined : Math.abs(power)} isOld={!site.isOnline}>
      {power === undefined || power === 0 ? '' : power > 0 ? 'import' : 'export'}
    </Figure>
  );
});

export const BatteryCell = cellOf('battery', ({ site }) => {
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
});

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

export const ReservesCell = cellOf('reserves', ({ site }) => {
  const { importkW, exportkW } = site.reserves;
  if (importkW === 0 && exportkW === 0) return <span className="muted">–</span>;
  return (
    <span className="figure">
      <span>↓ {powerText(importkW)}</span>
      <span>↑ {powerText(exportkW)}</span>
    </span>
  );
});

export const FollowingCell = cellOf('following', ({ site: { following, timeZone } }) => {
  if (following === null || following.state === 'unknown') return <span className="muted">–</span>;
  const { state, asset, endAt, meanErrorkW } = following;
  const off = meanErrorkW === null ? 'deviated' : `${powerText(Math.abs(meanErrorkW))} off`;
  return (
    <span className="followed" title={`${assetLabel(asset)}: the latest entry of its setpoint`}>
      {state === 'followed' ? (
        <span className="is-online">✓ followed</span>
      ) : (
        <span className="is-offline">≠ {off}</span>
      )}
      <small className="muted">until {clockText(Date.parse(endAt), timeZone)}</small>
    </span>
  );
});

export const AttentionCell = cellOf('attention', ({ site }) => {
  const now = useNow();
  const attention = attentionOf(site, now);
  if (attention.length === 0) return <span className="muted">–</span>;
  const texts = site.issues.map(({ code }) => shortIssueText(code));
  const own = attention.filter(({ reason }) => reason !== 'issue').map(({ text }) => text);
  const [first] = attention;
  return (
    <span
      className="two-lines attention-text"
      data-reason={first?.reason}
      title={attention.map(({ text }) => text).join('\n')}
    >
      <span aria-hidden="true">{first === undefined ? '' : reasonSign(first.reason)} </span>
      {[...own, ...texts].join('; ')}
    </span>
  );
});
