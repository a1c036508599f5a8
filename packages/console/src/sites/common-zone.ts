import type { SiteOverview } from '@setpoint/contract';

/** The time zone of most of the sites; that of UTC if there are none. */
export function commonZone(sites: readonly Pick<SiteOverview, 'timeZone'>[]): string {
  const counts = new Map<string, number>();
  for (const { timeZone } of sites) counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1);
  const [first] = [...counts].toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return first?.[0] ?? 'UTC';
}
