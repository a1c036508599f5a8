import type { Hold } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useClientName } from '../registry/use-client-name.ts';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { useNow } from '../shell/use-now.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { agoText } from '../words/ago-text.ts';
import { assetLabel } from '../words/asset-label.ts';
import { HoldProgress } from './hold-progress.tsx';
import { useHoldChange } from './use-hold-change.ts';
import './holds.css';

export interface HoldRowProps {
  readonly hold: Hold;
  /** The site whose view it is shown in: what holds others too is let go where all of it is seen. */
  readonly siteId?: string;
}

/** What is held, by whom, why, who confirmed it, and the way to let it go. */
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
        {isWider && <Link href="/health">All of this hold</Link>}
        {mayRelease && !isWider && (
          <ConfirmButton
            label={isLeaving ? 'Releasing…' : 'Release'}
            title={`Release ${title}`}
            isDisabled={isLeaving}
            onConfirm={() => release.mutate()}
          >
            <p>What it stopped is carried out again at once, as it is set by then.</p>
          </ConfirmButton>
        )}
      </div>
      <HoldProgress hold={hold} />
      {release.isError && <Failure what="It was not released" cause={release.error} />}
    </li>
  );
}

function MadeBy({ hold: { madeBy, isOperators, createdAt, reason } }: { readonly hold: Hold }) {
  const now = useNow();
  const { clientId } = useSession();
  const name = useClientName(madeBy);
  const isOwn = madeBy === clientId;
  return (
    <>
      {agoText(now - Date.parse(createdAt))} by {isOwn ? 'you' : name}
      {isOperators && !isOwn && ', an operator'}
      {reason !== null && <q>{reason}</q>}
    </>
  );
}

function useHoldTitle({ allSites, siteId, asset, clientId }: Hold): string {
  const sites = useSites();
  const client = useClientName(clientId);
  if (allSites === true) return 'All sites';
  if (siteId === undefined) return `All that ${client} set`;
  const name = sites.find((site) => site.siteId === siteId)?.siteName ?? siteId;
  return asset === undefined ? name : `${assetLabel(asset)} of ${name}`;
}
