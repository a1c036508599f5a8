import { pairName, type ScheduleDiff, type ScheduleEntry } from '@setpoint/contract';
import { useNow } from '../shell/use-now.ts';
import { pairLabel } from '../words/pair-label.ts';
import { valueText } from '../words/value-text.ts';
import { whenText } from '../words/when-text.ts';

/** What was removed and what was added, pair by pair. */
export function DiffList({ diff, timeZone }: { readonly diff: ScheduleDiff; readonly timeZone: string }) {
  if (diff.changes.length === 0) return <p>Nothing changed: the same was set before.</p>;
  return (
    <ul className="diff">
      {diff.changes.map((change) => (
        <li key={pairName(change)}>
          <b>{pairLabel(change)}</b>
          <DiffEntries change={change} entries={change.removed} sign="−" timeZone={timeZone} />
          <DiffEntries change={change} entries={change.added} sign="+" timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

interface DiffEntriesProps {
  readonly change: ScheduleDiff['changes'][number];
  readonly entries: readonly ScheduleEntry[];
  readonly sign: '+' | '−';
  readonly timeZone: string;
}

const SHOWN = 40;

function DiffEntries({ change, entries, sign, timeZone }: DiffEntriesProps) {
  const now = useNow();
  return (
    <ul className={sign === '+' ? 'is-well' : 'is-bad'}>
      {entries.slice(0, SHOWN).map(({ startAt, endAt, value }) => (
        <li key={startAt}>
          <span className="visually-hidden">{sign === '+' ? 'added' : 'removed'}</span>
          <span aria-hidden="true">{sign}</span> {whenText(Date.parse(startAt), { timeZone, now })} to{' '}
          {whenText(Date.parse(endAt), { timeZone, now })}: {valueText(change, value)}
        </li>
      ))}
      {entries.length > SHOWN && <li className="muted">and {entries.length - SHOWN} more</li>}
    </ul>
  );
}
