import type { Hold } from '@setpoint/contract';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { gridPowerText } from '../words/power-text.ts';
import { useReleaseEffect } from './use-release-effect.ts';

/** Says what moves if a hold is released. */
export function ReleaseEffect({ hold }: { readonly hold: Hold }) {
  const { data, error } = useReleaseEffect(hold);
  const now = useNow();
  if (data === undefined) {
    return error === null ? <Loading /> : <Failure what="The effect could not be read" cause={error} />;
  }
  const { sites, setpointkW, signals } = data;
  const power = setpointkW === undefined ? '' : `: setpoints of ${gridPowerText(setpointkW)} in sum`;
  return (
    <ul className="release-effect">
      {signals.map(({ poolName, kW, orderedkW, validUntil }) => (
        <li key={poolName}>
          <bdi>{poolName}</bdi>
          {': '}
          <b>{orderedkW === undefined ? gridPowerText(kW) : `${gridPowerText(orderedkW)} → ${gridPowerText(kW)}`}</b>
          {`, ${durationText(Date.parse(validUntil) - now)} more${orderedkW === undefined ? '; the site takes part again' : ''}`}
        </li>
      ))}
      <li>{`${countText(sites, 'site')} ${sites === 1 ? 'goes' : 'go'} back to what is set${power}`}</li>
    </ul>
  );
}
