import { Link } from 'wouter';
import { cellOf } from './cell-of.tsx';

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
