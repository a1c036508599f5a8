import { type Actor, actorText, type PoolSeat, type PoolStatus } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useClient, useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useAct } from '../shell/use-act.ts';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';
import { POOLS } from './use-pools.ts';

const MOST_CHARACTERS = 1_000;

/** Sender of signals of a pool, with the ways to take that over and to give it back. */
export function Seat({ pool: { poolId, poolName, seat } }: { readonly pool: PoolStatus }) {
  const { pools } = useClient();
  const [reason, setReason] = useState('');
  const read = { reads: [[POOLS, poolId]] };
  const take = useAct((why: string) => () => pools.takeSeat(poolId, why), read);
  const give = useAct(() => () => pools.giveBackSeat(poolId), read);
  const [isOwn, isTaken] = [useIsOwnActor()(seat?.holder), useIsTaken(seat)];
  const now = useNow();
  return (
    <div className="line" role="group" aria-label="Sender of signals">
      <p>{seatText(seat, isOwn, now)}</p>
      {seat !== null && isTaken && (
        <ConfirmButton
          label="Take over"
          title={`Take over the signals of ${poolName}`}
          isSmall
          isDisabled={take.isPending}
          onConfirm={() => take.mutate(reason.trim())}
          onClose={() => setReason('')}
          isUnanswered={reason.trim() === ''}
        >
          <p>{`${actorText(seat.holder)} can then send no signal until you give the seat back. The last signal goes on until it ends.`}</p>
          <TextField className="field" value={reason} onChange={setReason} maxLength={MOST_CHARACTERS} isRequired>
            <Label>Reason (everybody who sees the pool can read it)</Label>
            <Input />
          </TextField>
        </ConfirmButton>
      )}
      {isOwn && (
        <Button className="button small" isDisabled={give.isPending} onPress={() => give.mutate()}>
          Give back the seat
        </Button>
      )}
      <Outcome of={[take, give]} done="the seat was handed over" />
    </div>
  );
}

/** Whether something was done by, or for, who is signed in. */
export function useIsOwnActor(): (actor: Actor | null | undefined) => boolean {
  const { clientId } = useSession();
  return (actor) => (actor?.onBehalfOf?.id ?? actor?.id) === clientId;
}

/** Whether somebody else sends the signals of a pool. */
export function useIsTaken(seat: PoolSeat | null): boolean {
  const isOwn = useIsOwnActor();
  return seat !== null && !isOwn(seat.holder);
}

function seatText(seat: PoolSeat | null, isOwn: boolean, now: number): string {
  if (seat === null) return 'The next sender gets the seat of this pool.';
  const who = isOwn ? 'You have' : `${actorText(seat.holder)} has`;
  const why = seat.reason === null ? '' : `: ${seat.reason}`;
  return `${who} sent the signals of this pool for ${durationText(now - Date.parse(seat.takenAt))}${why}`;
}
