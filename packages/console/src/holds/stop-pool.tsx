import type { MakeHoldRequest, PoolStatus } from '@setpoint/contract';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { HoldReason, reasonIn } from './hold-reason.tsx';
import { useHoldChange } from './use-hold-change.ts';
import { useClient } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { countText } from '../words/count-text.ts';

/** Holds all members of a pool. */
export function StopPool({ pool: { poolId, poolName, memberCount } }: { readonly pool: PoolStatus }) {
  const client = useClient();
  const [reason, setReason] = useState('');
  const stop = useHoldChange((hold: MakeHoldRequest) => client.holds.make(hold));
  return (
    <>
      <ConfirmButton
        label="Stop"
        title={`Stop ${poolName}`}
        isUrgent
        onConfirm={() => stop.mutate({ poolId, ...reasonIn(reason) })}
        onClose={() => setReason('')}
      >
        <p>
          {`This holds ${countText(memberCount, 'site')}, and every site that joins. `}
          They return to their own operation, within their limits, until somebody releases the hold.
        </p>
        <HoldReason reason={reason} onReason={setReason} />
      </ConfirmButton>
      {stop.isError && <Failure what="Nothing was held" cause={stop.error} />}
      {stop.isSuccess && (
        <p role="status">
          ✓ The pool is held. <Link href="/health">The hold, and who has confirmed it</Link>
        </p>
      )}
    </>
  );
}
