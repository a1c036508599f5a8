import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { powerText } from '../words/power-text.ts';
import { becauseText } from './because-text.ts';
import { switchText } from './switch-text.ts';
import type { MemberRow } from './member-rows.ts';
import type { SiteSwitch } from './use-site-switch.ts';

const AT_FIRST = 50;
const COLUMNS = [
  'Site',
  { label: 'Ordered', is: 'number' },
  { label: 'Supplied', is: 'number wide-only' },
  { label: 'Missing', is: 'number' },
  'Why not more',
  { label: 'Measured', is: 'number wide-only' },
] as const;

const WITH_SWITCH = [...COLUMNS, { label: 'Connection', is: 'unseen' }] as const;

export interface MemberTableProps {
  readonly rows: readonly MemberRow[];
  readonly cutOff: SiteSwitch | undefined;
}

/** The members, whoever falls short most first. */
export function MemberTable({ rows, cutOff }: MemberTableProps) {
  const [shown, setShown] = useState(AT_FIRST);
  if (rows.length === 0) return <Empty title="This pool has no members now" />;
  return (
    <>
      <PlainTable columns={cutOff === undefined ? COLUMNS : WITH_SWITCH} className="member-table">
        {rows.slice(0, shown).map((row) => (
          <Row key={row.siteId} row={row} cutOff={cutOff} />
        ))}
      </PlainTable>
      {rows.length > shown && (
        <Button className="button" onPress={() => setShown(shown * 4)}>
          {`Show more: ${countText(rows.length - shown, 'member')} left`}
        </Button>
      )}
    </>
  );
}

function Row({ row, cutOff }: { readonly row: MemberRow; readonly cutOff: SiteSwitch | undefined }) {
  const now = useNow();
  const { siteId, siteName, role, orderedKw, followedKw, because, measuredKw, reportedAt, suppliedKw, missingKw } = row;
  return (
    <tr>
      <td>
        <Link href={`/sites/${siteId}`}>{siteName}</Link>
        {role === 'backup' && <small className="muted"> backup</small>}
      </td>
      <td className="number">
        {powerText(orderedKw)}
        {followedKw !== 0 && <small className="muted member-note">still follows {powerText(followedKw)}</small>}
      </td>
      <td className="number wide-only">{powerText(suppliedKw)}</td>
      <td className={missingKw >= 1 ? 'number is-bad' : 'number muted'}>
        {missingKw >= 1 ? powerText(missingKw) : '–'}
      </td>
      <td>{because === null ? <span className="muted">–</span> : becauseText(because)}</td>
      <td className="number wide-only">
        {powerText(measuredKw)}
        {reportedAt !== null && <small className="muted member-note">{agoText(now - Date.parse(reportedAt))}</small>}
      </td>
      {cutOff !== undefined && <Switch row={row} cutOff={cutOff} />}
    </tr>
  );
}

function Switch({ row, cutOff }: { readonly row: MemberRow; readonly cutOff: SiteSwitch }) {
  const { siteId, siteName } = row;
  const isCutOff = cutOff.isCutOff(siteId);
  const label = isCutOff ? 'Connect again' : 'Cut off';
  return (
    <td>
      <Button
        className="button small"
        aria-label={`${label}: ${siteName}`}
        onPress={() => cutOff.change(siteId, !isCutOff)}
      >
        {label}
      </Button>
      {isCutOff && <small className="muted member-note">{switchText(row)}</small>}
    </td>
  );
}
