import type { Hold } from '@setpoint/contract';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { useHoldChange } from './use-hold-change.ts';
import { useHoldTitle } from './use-hold-title.ts';

/** Releases a hold, for whoever may. */
export function HoldRelease({ hold }: { readonly hold: Hold }) {
  const { client, clientId, can } = useSession();
  const title = useHoldTitle(hold);
  const release = useHoldChange(() => client.holds.release(hold.holdId));
  const mayRelease = can('schedules:write') && (hold.madeBy === clientId || can('fleet:admin'));
  if (!mayRelease) return null;
  const isLeaving = release.isPending || hold.state === 'releasing';
  return (
    <>
      <ConfirmButton
        label={isLeaving ? 'Releasing…' : 'Release'}
        title={`Release ${title}`}
        isPending={isLeaving}
        onConfirm={() => release.mutate()}
      >
        <p>The commands that it stopped are carried out again at once, as they are set then.</p>
      </ConfirmButton>
      {release.isError && <Failure what="The hold was not released" cause={release.error} />}
    </>
  );
}
