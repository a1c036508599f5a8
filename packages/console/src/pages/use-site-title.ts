import { useTitle } from '../shell/use-title.ts';
import { useSite } from '../sites/fleet-feed.tsx';
import { viewLabel } from './view-label.ts';

/** Names a view of a site, such as "Following · Brewery Plzen". */
export function useSiteTitle(siteId: string, view: string | undefined): void {
  useTitle(viewLabel(view), useSite(siteId)?.siteName);
}
