import type { Hold } from '@setpoint/contract';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useHoldChange } from './use-hold-change.ts';
import { useHoldTitle } from './use-hold-title.ts';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { gridPowerText } from '../words/power-text.ts';
import { useReleaseEffect } from './use-release-effect.ts';

/** Releases a hold, for whoever may. */
export function HoldRelease({ hold }: { readonly hold: Hold }) {
  const { client, clientId, can } = useSession();
  const title = useHoldTitle(hold);
  const release = useHoldChange(
    () =>
      ({ options }) =>
        client.holds.release(hold.holdId, options),
  );
  const mayRelease = can('schedules:write') && (hold.madeBy === clientId || can('fleet:admin'));
  if (!mayRelease) return null;
  const isLeaving = release.isPending || hold.state === 'releasing';
  return (
    <>
      <ConfirmButton
        label={isLeaving ? 'Releasing…' : 'Release'}
        title={`Release ${title.replace(/^The pool/, 'the pool')}`}
        isPending={isLeaving}
        onConfirm={() => release.mutate()}
      >
        <p>
          The commands that it stopped are carried out again at once, as they are set then, unless another hold stops
          them too.
        </p>
        <ReleaseEffect hold={hold} />
      </ConfirmButton>
      <Outcome of={[release]} done="the hold was released" />
    </>
  );
}

/** Says what moves if a hold is released. */
function ReleaseEffect({ hold }: { readonly hold: Hold }) {
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
