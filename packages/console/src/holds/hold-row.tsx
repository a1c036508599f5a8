import type { Hold } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { HoldProgress } from './hold-progress.tsx';
import { useDoerText } from './use-doer-text.ts';
import { useHoldChange } from './use-hold-change.ts';
import { useHoldTitle } from './use-hold-title.ts';
import './holds.css';

export interface HoldRowProps {
  readonly hold: Hold;
  /** The site whose view shows the hold. A hold on more than that is released where all of it is shown. */
  readonly siteId?: string;
}

/** A hold: what it covers, who made it and why, who has confirmed, and a button to release it. */
export function HoldRow({ hold, siteId }: HoldRowProps) {
  const { client, clientId, can } = useSession();
  const title = useHoldTitle(hold);
  const release = useHoldChange(() => client.holds.release(hold.holdId));
  const mayRelease = can('schedules:write') && (hold.madeBy === clientId || can('fleet:admin'));
  const isWider = siteId !== undefined && siteId !== hold.siteId;
  const isLeaving = release.isPending || hold.state === 'releasing';
  return (
    <li className="hold">
      <div className="hold-head">
        <span>
          <b>‖ Held: {title}</b>, <MadeBy hold={hold} />
        </span>
        {isWider && <Link href="/health">The whole hold</Link>}
        {mayRelease && !isWider && (
          <ConfirmButton
            label={isLeaving ? 'Releasing…' : 'Release'}
            title={`Release ${title}`}
            isDisabled={isLeaving}
            onConfirm={() => release.mutate()}
          >
            <p>The commands that it stopped are carried out again at once, as they are set then.</p>
          </ConfirmButton>
        )}
      </div>
      <HoldProgress hold={hold} />
      {release.isError && <Failure what="The hold was not released" cause={release.error} />}
    </li>
  );
}

function MadeBy({ hold: { actor, isOperators, createdAt, reason } }: { readonly hold: Hold }) {
  const now = useNow();
  const doer = useDoerText()(actor);
  return (
    <>
      {agoText(now - Date.parse(createdAt))} by {doer}
      {isOperators && doer !== 'you' && ', an operator'}
      {reason !== null && <q>{reason}</q>}
    </>
  );
}
