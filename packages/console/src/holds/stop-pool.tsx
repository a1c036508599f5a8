import type { PoolStatus } from '@setpoint/contract';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { HoldReason, reasonIn } from './hold-reason.tsx';
import { HOLD_AGAIN, useMakeHold } from './use-hold-change.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { countText } from '../words/count-text.ts';

/** Holds all members of a pool. */
export function StopPool({ pool: { poolId, poolName, memberCount } }: { readonly pool: PoolStatus }) {
  const [reason, setReason] = useState('');
  const stop = useMakeHold();
  return (
    <>
      <ConfirmButton
        label="Stop this pool"
        title={`Stop ${poolName}`}
        isUrgent
        isPending={stop.isPending}
        onConfirm={() => stop.mutate({ poolId, ...reasonIn(reason) })}
        onClose={() => setReason('')}
      >
        <p>
          {`This holds ${countText(memberCount, 'site')}, and every site that joins. `}
          They return to their own operation, within their limits, until somebody releases the hold.
        </p>
        <HoldReason reason={reason} onReason={setReason} />
      </ConfirmButton>
      <Outcome of={[stop]} done="the hold was made" advice={HOLD_AGAIN} />
      {stop.isSuccess && (
        <p role="status">
          ✓ The pool is held. <Link href="/health">The hold, and who has confirmed it</Link>
        </p>
      )}
    </>
  );
}
