import type { FollowedEntry } from '@setpoint/contract';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { pairLabel } from '../words/pair-label.ts';
import { percentText } from '../words/percent-text.ts';
import { exactPowerText, powerText } from '../words/power-text.ts';
import { assetPowerText } from '../words/value-text.ts';
import { whenText } from '../words/when-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { sinceYesterday } from './since-yesterday.ts';

const EVERY_MS = 60_000;

function useFollowing(siteId: string, timeZone: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['following', siteId, timeZone],
    queryFn: () => client.fleet.readFollowing(siteId, sinceYesterday(timeZone)),
    refetchInterval: EVERY_MS,
  });
}

export interface FollowingProps {
  readonly siteId: string;
  readonly timeZone: string;
}

const STATES: Readonly<Record<FollowedEntry['state'], string>> = {
  followed: '✓ followed',
  deviating: '✕ deviating',
  unknown: '? too little measured',
};

/** Whether the site did what was planned, for each entry, the latest first. */
export function Following({ siteId, timeZone }: FollowingProps) {
  const { data, error } = useFollowing(siteId, timeZone);
  const now = useNow();
  if (data === undefined)
    return error === null ? <Loading /> : <Failure what="The following could not be read" cause={error} />;
  const followed = [...data.entries, ...data.limits];
  if (followed.length === 0) return <Empty title="No setpoint and no limit has begun since yesterday" />;
  const when = (text: string) => whenText(Date.parse(text), { timeZone, now });
  const entries = followed.toSorted((one, other) => Date.parse(other.judgedFrom) - Date.parse(one.judgedFrom));
  return (
    <PlainTable
      columns={[
        'What',
        'Result',
        'From',
        'To',
        { label: 'Set', is: 'number' },
        { label: 'Mean error', is: 'number' },
        { label: 'Within tolerance', is: 'number' },
        { label: 'Planned / measured', is: 'number' },
      ]}
    >
      {entries.map((entry) => (
        <tr key={`${entry.asset} ${entry.type} ${entry.judgedFrom} ${entry.startAt}`}>
          <td>{pairLabel(entry)}</td>
          <td className="state-tag" data-state={entry.state === 'deviating' ? 'rejected' : entry.state}>
            {STATES[entry.state]}
          </td>
          <td>{when(stretchOf(entry).from)}</td>
          <td>{when(stretchOf(entry).to)}</td>
          <td className="number">{assetPowerText(entry.asset, entry.value)}</td>
          <td className="number">{powerText(entry.meanErrorkW)}</td>
          <td className="number">{percentText(entry.withinShare === null ? null : entry.withinShare * 100)}</td>
          <td className="number">
            {energyText(entry.plannedkWh)} / {energyText(entry.measuredkWh)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** An entry that was held meanwhile has several stretches; of one that has just begun nothing is judged yet. */
function stretchOf({ startAt, endAt, judgedFrom, judgedUntil }: FollowedEntry) {
  return judgedFrom === judgedUntil ? { from: startAt, to: endAt } : { from: judgedFrom, to: judgedUntil };
}

function energyText(energyKwh: number | null): string {
  return energyKwh === null ? '–' : `${exactPowerText(Math.round(energyKwh * 10) / 10)}h`;
}
