import type { Hold } from '@setpoint/contract';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { ReleaseEffect } from './release-effect.tsx';
import { useHoldChange } from './use-hold-change.ts';
import { useHoldTitle } from './use-hold-title.ts';

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
