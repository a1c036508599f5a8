import type { SiteOverview } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useNow } from '../shell/use-now.ts';
import { sinceOf } from './group-attention.ts';

export interface SiteLinkProps {
  readonly site: SiteOverview;
  readonly attentionKey: string;
}

/** To the moment in the timeline of the site. */
export function SiteLink({ site, attentionKey }: SiteLinkProps) {
  const since = sinceOf(site, attentionKey, useNow());
  const moment = since === undefined ? '' : `?at=${new Date(since).toISOString()}`;
  return (
    <Link href={`/sites/${site.siteId}${moment}`}>
      <bdi>{site.siteName}</bdi>
    </Link>
  );
}
