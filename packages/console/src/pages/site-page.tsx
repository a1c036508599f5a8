import { SetpointError } from '@setpoint/client';
import { Link, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { CommandsTable } from '../delivery/commands-table.tsx';
import { DeliveryPanel } from '../delivery/delivery-panel.tsx';
import { Following } from '../following/following.tsx';
import { Batches } from '../history/batches.tsx';
import { ReleasedHolds } from '../holds/released-holds.tsx';
import { SiteHolds } from '../holds/site-holds.tsx';
import { DayPage } from '../schedules/table/day-page.tsx';
import { ScheduleEditor } from '../schedules/schedule-editor.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { AssetTiles } from '../sites/asset-tiles.tsx';
import { DeviceTree } from '../sites/device-tree.tsx';
import { useSite } from '../sites/fleet-feed.tsx';
import { useVersionedSite } from '../sites/use-versioned-site.ts';
import { SiteHead } from './site-head.tsx';
import { SiteTimeline } from './site-timeline.tsx';
import './site.css';

export interface SitePageProps {
  readonly siteId: string;
  readonly view: string | undefined;
}

/** One site: what it does, what is set on it, and how that is carried out. */
export function SitePage({ siteId, view }: SitePageProps) {
  const query = useVersionedSite(siteId);
  const overview = useSite(siteId);
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
    <div className="site">
      <SiteHead site={site} overview={overview} />
      {query.isError && <Failure what="The site could not be read again" cause={query.error} />}
      <SiteHolds siteId={siteId} />
      <AssetTiles assets={site.assets} isOnline={site.isOnline} />
      <SiteTimeline site={site} timeZone={timeZone} version={version} />
      <Tabs className="tabs panel">
        <TabList aria-label="More about this site">
          <Tab id="commands">Commands</Tab>
          <Tab id="delivery">Delivery</Tab>
          <Tab id="following">Following</Tab>
          <Tab id="batches">Batches</Tab>
          <Tab id="devices">Devices</Tab>
        </TabList>
        <TabPanel id="commands">
          <CommandsTable siteId={siteId} timeZone={timeZone} />
        </TabPanel>
        <TabPanel id="delivery">
          <DeliveryPanel siteId={siteId} timeZone={timeZone} />
        </TabPanel>
        <TabPanel id="following">
          <Following siteId={siteId} timeZone={timeZone} />
        </TabPanel>
        <TabPanel id="batches">
          <Batches siteId={siteId} timeZone={timeZone} />
          <ReleasedHolds siteId={siteId} />
        </TabPanel>
        <TabPanel id="devices">
          <DeviceTree siteId={siteId} />
        </TabPanel>
      </Tabs>
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
