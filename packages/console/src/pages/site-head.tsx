import type { SiteDetails, SiteOverview } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { HoldSite } from '../holds/hold-site.tsx';
import { useSession } from '../session/session.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { useNow } from '../shell/use-now.ts';
import { Presence } from '../sites/presence.tsx';
import { syncText } from '../sites/sync-text.ts';
import { agoText } from '../words/ago-text.ts';
import { clockText } from '../words/when-text.ts';
import { SiteAttention } from './site-attention.tsx';

export interface SiteHeadProps {
  readonly site: SiteDetails;
  readonly overview: SiteOverview | undefined;
}

export function SiteHead({ site, overview }: SiteHeadProps) {
  const now = useNow();
  const { can } = useSession();
  return (
    <header className="site-head">
      <p className="crumbs">
        <Link href="/">← Fleet</Link>
      </p>
      <div className="line spread">
        <h1>
          <bdi>{site.siteName}</bdi>
        </h1>
        <div className="line">
          <HoldSite site={site} />
          {can('schedules:write') && (
            <Link href={`/sites/${site.siteId}/day`} className="button">
              Set a day
            </Link>
          )}
          <Link href={`/sites/${site.siteId}/edit`} className="button primary">
            {can('schedules:write') ? 'Edit schedule' : 'Show schedule'}
          </Link>
        </div>
      </div>
      {overview !== undefined && (
        <p className="line">
          <Presence site={overview} now={now} />
          <span>{syncText(overview, now)}</span>
          <span className="muted">
            {site.reportedAt === null ? 'no report yet' : `reported ${agoText(now - Date.parse(site.reportedAt))}`}
          </span>
          <span className="muted">
            {clockText(now, overview.timeZone)} in {overview.timeZone}
          </span>
          <span className="site-id">
            <code>{site.siteId}</code>{' '}
            <CopyButton text={site.siteId} label="Copy the id of the site">
              Copy
            </CopyButton>
          </span>
        </p>
      )}
      {overview !== undefined && <SiteAttention site={overview} now={now} />}
    </header>
  );
}
