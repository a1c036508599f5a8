import type { SiteOverview } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { useSite } from '../../sites/fleet-feed.tsx';

interface CellProps {
  readonly id: string;
}

// A cell is drawn once; only its content listens to the site.
export function cellOf(name: string, Content: (props: { readonly site: SiteOverview }) => ReactNode) {
  function Live({ id }: CellProps) {
    const site = useSite(id);
    return site === undefined ? null : <Content site={site} />;
  }
  return function SiteTableCell({ id }: CellProps) {
    return (
      <div role={name === 'site' ? 'rowheader' : 'gridcell'} className={`cell cell-${name}`}>
        <Live id={id} />
      </div>
    );
  };
}
