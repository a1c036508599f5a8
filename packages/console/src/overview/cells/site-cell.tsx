import { Link } from 'wouter';
import type { CellProps } from '../column.ts';

export function SiteCell({ site }: CellProps) {
  return (
    <Link
      href={`/sites/${site.siteId}`}
      tabIndex={-1}
      className="site-name two-lines"
      title={site.siteName}
      onClick={(event) => event.stopPropagation()}
    >
      <bdi>{site.siteName}</bdi>
    </Link>
  );
}
