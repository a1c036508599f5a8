import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Authority } from '../authority/authority.tsx';
import { useMaySeeAuthority } from '../authority/use-authority.ts';
import { CommandsTable } from '../delivery/commands-table.tsx';
import { DeliveryPanel } from '../delivery/delivery-panel.tsx';
import { Following } from '../following/following.tsx';
import { Batches } from '../history/batches.tsx';
import { ReleasedHolds } from '../holds/released-holds.tsx';
import { DeviceTree } from '../sites/device-tree.tsx';

export interface SiteTabsProps {
  readonly siteId: string;
  readonly timeZone: string;
}

/** What else there is to see of a site. */
export function SiteTabs({ siteId, timeZone }: SiteTabsProps) {
  const maySeeAuthority = useMaySeeAuthority();
  return (
    <Tabs className="tabs panel">
      <TabList aria-label="More about this site">
        <Tab id="commands">Commands</Tab>
        <Tab id="delivery">Delivery</Tab>
        <Tab id="following">Following</Tab>
        <Tab id="batches">Batches</Tab>
        <Tab id="devices">Devices</Tab>
        {maySeeAuthority && <Tab id="authority">Who can command</Tab>}
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
      {maySeeAuthority && (
        <TabPanel id="authority">
          <Authority siteId={siteId} timeZone={timeZone} />
        </TabPanel>
      )}
    </Tabs>
  );
}
