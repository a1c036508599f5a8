import { SetpointError } from '@setpoint/client';
import { Link } from 'react-aria-components';
import { SiteHolds } from '../holds/site-holds.tsx';
import { DayPage } from '../schedules/table/day-page.tsx';
import { ScheduleEditor } from '../schedules/schedule-editor.tsx';
import { SiteNotes } from '../registry/site-notes.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { AssetTiles } from '../sites/asset-tiles.tsx';
import { useSite } from '../sites/fleet-feed.tsx';
import { useVersionedSite } from '../sites/use-versioned-site.ts';
import { SiteHead } from './site-head.tsx';
import { SiteTabs } from './site-tabs.tsx';
import { useSiteTitle } from './use-site-title.ts';
import { SiteTimeline } from './site-timeline.tsx';
import '../sites/sites.css';

export interface SitePageProps {
  readonly siteId: string;
  readonly view: string | undefined;
}

/** One site: what it does, what is set on it, and how that is carried out. */
export function SitePage({ siteId, view }: SitePageProps) {
  const query = useVersionedSite(siteId);
  const overview = useSite(siteId);
  useSiteTitle(siteId, view);
  if (query.data === undefined) {
    if (query.error === null) return <Loading what="Reading the site" />;
    return <Missing cause={query.error} onRetry={() => void query.refetch()} />;
  }
  const { site } = query.data;
  const timeZone = overview?.timeZone ?? 'UTC';
  const version = query.data.scheduleVersion;
  // Both start in the site's time zone, which the overview knows.
  if (view === 'edit' || view === 'day') {
    const View = view === 'edit' ? ScheduleEditor : DayPage;
    return overview === undefined ? <Loading /> : <View site={site} version={version} timeZone={timeZone} />;
  }
  return (
    <div className="stack">
      <SiteHead site={site} overview={overview} />
      <SiteNotes siteId={siteId} />
      {query.isError && <Failure what="The site could not be read again" cause={query.error} />}
      <SiteHolds siteId={siteId} />
      <AssetTiles assets={site.assets} isOnline={site.isOnline} />
      <SiteTimeline site={site} timeZone={timeZone} version={version} />
      <SiteTabs siteId={siteId} timeZone={timeZone} tab={view} />
    </div>
  );
}

function Missing({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }) {
  const isHidden = cause instanceof SetpointError && (cause.status === 404 || cause.status === 403);
  if (!isHidden) return <Failure what="The site could not be read" cause={cause} onRetry={onRetry} />;
  return (
    <section className="notice">
      <h1>No such site</h1>
      <p>
        It does not exist, or you have no grant for it. <Link href="/">Back to the fleet</Link>
      </p>
    </section>
  );
}
