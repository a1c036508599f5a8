import type { SiteDetails } from '@setpoint/contract';
import { useSession } from '../../session/session.tsx';
import { TableEditor } from './table-editor.tsx';
import { EditorHead } from '../editor-head.tsx';
import '../schedules.css';

export interface DayPageProps {
  readonly site: SiteDetails;
  readonly version: number;
  readonly timeZone: string;
}

/** Sets one day, or the entries of a file, and keeps the rest. */
export function DayPage({ site, version, timeZone }: DayPageProps) {
  const mayChange = useSession().can('schedules:write');
  return (
    <div className="stack">
      <EditorHead what="Set a day of" site={site} />
      {mayChange ? (
        <TableEditor site={site} version={version} timeZone={timeZone} />
      ) : (
        <p className="notice">You may not change this schedule: your access is read only.</p>
      )}
    </div>
  );
}
