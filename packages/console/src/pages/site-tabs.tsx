import { type Key, Link, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useLocation, useSearch } from 'wouter';
import { Authority } from '../authority/authority.tsx';
import { useMaySeeAuthority } from '../authority/use-authority.ts';
import { CommandsTable } from '../delivery/commands-table.tsx';
import { DeliveryPanel } from '../delivery/delivery-panel.tsx';
import { Following } from '../following/following.tsx';
import { Batches } from '../history/batches.tsx';
import { SiteEvents } from '../history/site-events.tsx';
import { ReleasedHolds } from '../holds/released-holds.tsx';
import { usePlaceName } from '../people/use-place-name.ts';
import { DeviceTree } from '../sites/device-tree.tsx';
import { FIRST_TAB, isTab, viewLabel } from './view-label.ts';
import { CONDITION_WORDS } from '../alerts/condition-text.ts';
import { useAlerts } from '../alerts/use-alerts.ts';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';

export interface SiteTabsProps {
  readonly siteId: string;
  readonly timeZone: string;
  /** As it stands in the address. */
  readonly tab: string | undefined;
}

/** What else there is to see of a site. */
export function SiteTabs({ siteId, timeZone, tab = FIRST_TAB }: SiteTabsProps) {
  const maySeeAuthority = useMaySeeAuthority();
  const nameOf = usePlaceName();
  const [, navigate] = useLocation();
  const search = useSearch();
  const open = (id: Key) =>
    navigate(`/sites/${siteId}${id === FIRST_TAB ? '' : `/${id}`}${search === '' ? '' : `?${search}`}`, {
      replace: true,
    });
  return (
    <Tabs className="tabs panel" selectedKey={isTab(tab, maySeeAuthority) ? tab : FIRST_TAB} onSelectionChange={open}>
      <TabList aria-label="More about this site">
        <Tab id="commands">{viewLabel('commands')}</Tab>
        <Tab id="delivery">{viewLabel('delivery')}</Tab>
        <Tab id="following">{viewLabel('following')}</Tab>
        <Tab id="batches">{viewLabel('batches')}</Tab>
        <Tab id="events">{viewLabel('events')}</Tab>
        <Tab id="devices">{viewLabel('devices')}</Tab>
        {maySeeAuthority && <Tab id="authority">{viewLabel('authority')}</Tab>}
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
      <TabPanel id="events">
        <SiteAlerts siteId={siteId} />
        <SiteEvents siteId={siteId} timeZone={timeZone} poolName={(poolId) => nameOf({ poolId })} />
      </TabPanel>
      <TabPanel id="devices">
        <DeviceTree siteId={siteId} />
      </TabPanel>
      {maySeeAuthority && (
        <TabPanel id="authority">
          <Authority siteId={siteId} timeZone={timeZone} />
        </TabPanel>
      )}
    </Tabs>
  );
}

/** The alerts that fire for a site now; nothing for who may not see alerts. */
function SiteAlerts({ siteId }: { readonly siteId: string }) {
  const { data = [] } = useAlerts();
  const now = useNow();
  const firing = data.flatMap((alert) =>
    alert.firing.filter(({ subjectId }) => subjectId === siteId).map(({ since }) => ({ alert, since })),
  );
  return (
    <ul className="rows">
      {firing.map(({ alert: { alertId, alertName, condition }, since }) => (
        <li key={alertId}>
          <span className="state-tag wraps" data-state="rejected">
            Alert{' '}
            <Link href={`/alerts/${alertId}`}>
              <bdi>{alertName}</bdi>
            </Link>
            : {CONDITION_WORDS[condition].is} for {durationText(now - Date.parse(since))}
          </span>
        </li>
      ))}
    </ul>
  );
}
