/** The tabs of a site, as they stand in the address and on the page. */
const TABS: Readonly<Record<string, string>> = {
  commands: 'Commands',
  delivery: 'Delivery',
  following: 'Following',
  batches: 'Batches',
  events: 'Events',
  devices: 'Devices',
  authority: 'Who can command',
};
const PAGES: Readonly<Record<string, string>> = { edit: 'Schedule', day: 'Set a day' };

export const FIRST_TAB = 'commands';

export function isTab(view: string, maySeeAuthority: boolean): boolean {
  return view in TABS && (view !== 'authority' || maySeeAuthority);
}

/** The name of a view of a site; undefined for the site itself. */
export function viewLabel(view: string | undefined): string | undefined {
  return view === undefined ? undefined : (PAGES[view] ?? TABS[view]);
}
