import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { powerText } from '../words/power-text.ts';
import { becauseText } from './because-text.ts';
import { type SwitchName, switchText } from './switch-text.ts';
import type { MemberRow } from './member-rows.ts';
import type { MemberPoint, MemberTraces } from './member-traces.ts';
import type { SiteSwitch } from './use-site-switch.ts';
import { sparkPath } from './spark-path.ts';

const WIDTH = 96;
const HEIGHT = 24;
/** Until the page has been open for longer. */
const LEAST_SECONDS = 60;

/** What a member was ordered and supplied in the last minutes, as small lines; the figures are in the table. */
function MemberSpark({ points }: { readonly points: readonly MemberPoint[] | undefined }) {
  const last = points?.at(-1);
  if (points === undefined || last === undefined) return null;
  const powers = points.flatMap(({ orderedKw, suppliedKw }) => [orderedKw ?? 0, suppliedKw ?? 0].map(Math.abs));
  const seconds = Math.max(LEAST_SECONDS, last.second - (points[0]?.second ?? 0));
  const size = {
    width: WIDTH,
    height: HEIGHT,
    reachKw: Math.max(1, ...powers) * 1.1,
    lastSecond: last.second,
    seconds,
  };
  return (
    <svg className="member-spark" aria-hidden="true" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <path className="spark-zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path
        className="spark-ordered"
        d={sparkPath(
          points.map((one) => [one.second, one.orderedKw]),
          size,
        )}
      />
      <path
        className="spark-supplied"
        d={sparkPath(
          points.map((one) => [one.second, one.suppliedKw]),
          size,
        )}
      />
    </svg>
  );
}

const AT_FIRST = 50;
const COLUMNS = [
  'Site',
  { label: 'Ordered', is: 'number' },
  { label: 'Supplied', is: 'number wide-only' },
  { label: 'Course', is: 'wide-only' },
  { label: 'Short by', is: 'number' },
  { label: 'Why not more', is: 'wide-only' },
  { label: 'Measured', is: 'number wide-only' },
] as const;

const WITH_SWITCH = [...COLUMNS, { label: 'Connection', is: 'unseen' }] as const;

/** Those of the demonstration. */
type Switches = Readonly<Record<SwitchName, SiteSwitch>>;

export interface MemberTableProps {
  readonly rows: readonly MemberRow[];
  readonly traces: MemberTraces;
  readonly switches: Switches | undefined;
}

/** The members, whoever falls short most first. */
export function MemberTable({ rows, traces, switches }: MemberTableProps) {
  const [shown, setShown] = useState(AT_FIRST);
  if (rows.length === 0) return <Empty title="This pool has no members now" />;
  return (
    <>
      <PlainTable columns={switches === undefined ? COLUMNS : WITH_SWITCH} className="member-table">
        {rows.slice(0, shown).map((row) => (
          <Row key={row.siteId} row={row} points={traces.get(row.siteId)} switches={switches} />
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

interface RowProps {
  readonly row: MemberRow;
  readonly points: readonly MemberPoint[] | undefined;
  readonly switches: Switches | undefined;
}

function Row({ row, points, switches }: RowProps) {
  const now = useNow();
  const { siteId, siteName, role, orderedKw, followedKw, because, measuredKw, reportedAt, suppliedKw } = row;
  return (
    <tr>
      <td>
        <Link href={`/sites/${siteId}`}>
          <bdi>{siteName}</bdi>
        </Link>
        {role === 'backup' && <small className="muted"> backup</small>}
        {because !== null && <small className="narrow-only">{becauseText(because)}</small>}
      </td>
      <td className="number">
        {powerText(orderedKw)}
        {followedKw !== 0 && <small className="muted member-note">still follows {powerText(followedKw)}</small>}
      </td>
      <td className="number wide-only">
        {suppliedKw === undefined && orderedKw !== 0 ? <small>cannot be compared</small> : powerText(suppliedKw)}
      </td>
      <td className="wide-only">
        <MemberSpark points={points} />
      </td>
      <Missing {...row} />
      <td className="wide-only">{because === null ? <span className="muted">–</span> : becauseText(because)}</td>
      <td className="number wide-only">
        {powerText(measuredKw)}
        {reportedAt !== null && <small className="muted member-note">{agoText(now - Date.parse(reportedAt))}</small>}
      </td>
      {switches !== undefined && <Turning row={row} switches={switches} />}
    </tr>
  );
}

/** What is short of an order; of a member that has the time of its ramp left, that is no fault. */
function Missing({ missingKw, isUnderway }: Pick<MemberRow, 'missingKw' | 'isUnderway'>) {
  if (missingKw < 1) return <td className="number muted">–</td>;
  return (
    <td className={isUnderway ? 'number muted' : 'number is-bad'}>
      {powerText(missingKw)}
      {isUnderway && <small className="member-note">on its way</small>}
    </td>
  );
}

const SWITCH_LABELS: Readonly<Record<SwitchName, readonly [off: string, on: string]>> = {
  cutOff: ['Cut off', 'Connect again'],
  lie: ['Make it lie', 'Make it honest'],
};

function Turning({ row, switches }: { readonly row: MemberRow; readonly switches: Switches }) {
  const names = Object.keys(SWITCH_LABELS) as SwitchName[];
  return (
    <td>
      {names.map((name) => (
        <Turn key={name} name={name} row={row} turned={switches[name]} />
      ))}
    </td>
  );
}

interface TurnProps {
  readonly name: SwitchName;
  readonly row: MemberRow;
  readonly turned: SiteSwitch;
}

function Turn({ name, row, turned }: TurnProps) {
  const { siteId, siteName } = row;
  const isOn = turned.isOn(siteId);
  const label = SWITCH_LABELS[name][isOn ? 1 : 0];
  return (
    <>
      <Button className="button small" aria-label={`${label}: ${siteName}`} onPress={() => turned.turn(siteId, !isOn)}>
        {label}
      </Button>
      {isOn && <small className="muted member-note">{switchText(name, row)}</small>}
    </>
  );
}
