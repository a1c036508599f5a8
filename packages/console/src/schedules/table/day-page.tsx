import type { SiteDetails } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useSession } from '../../session/session.tsx';
import { TableEditor } from './table-editor.tsx';
import '../schedules.css';

export interface DayPageProps {
  readonly site: SiteDetails;
  readonly version: number;
  readonly timeZone: string;
}

/** Sets one day, or the entries of a file, and keeps the rest. */
export function DayPage({ site, version, timeZone }: DayPageProps) {
  const { siteId, siteName } = site;
  const mayChange = useSession().can('schedules:write');
  return (
    <div className="editor">
      <p className="crumbs">
        <Link href={`/sites/${siteId}`}>← {siteName}</Link>
      </p>
      <h1>Set a day of {siteName}</h1>
      {mayChange ? (
        <TableEditor site={site} version={version} timeZone={timeZone} />
      ) : (
        <p className="notice">You may not change this schedule: your access is read only.</p>
      )}
    </div>
  );
}
