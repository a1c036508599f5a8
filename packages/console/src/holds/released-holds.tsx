import type { Hold } from '@setpoint/contract';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { DisclosedRow } from '../shell/disclosed-row.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { useDoerText } from './use-doer-text.ts';
import { useHoldTitle } from './use-hold-title.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 10_000;
const SHOWN_RELEASED = 50;

/** The holds that were released last, of all or of those that named one site or all sites; the latest first. */
function useReleasedHolds(siteId: string | undefined, isWanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['holds', 'released', siteId],
    queryFn: async ({ signal }) => {
      let latest: Hold[] = [];
      // They are listed as they were made, not as they were released.
      for await (const hold of client.holds.list('released')) {
        signal.throwIfAborted();
        if (siteId !== undefined && hold.siteId !== siteId && hold.allSites !== true) continue;
        latest.push(hold);
        if (latest.length > SHOWN_RELEASED * 2) latest = lastReleased(latest);
      }
      return lastReleased(latest);
    },
    enabled: isWanted,
    refetchInterval: EVERY_MS,
  });
}

function lastReleased(holds: readonly Hold[]): Hold[] {
  const sorted = holds.toSorted((one, other) => releasedMs(other) - releasedMs(one));
  return sorted.slice(0, SHOWN_RELEASED);
}

function releasedMs({ releasedAt }: Hold): number {
  return Date.parse(releasedAt ?? '');
}

export interface ReleasedHoldsProps {
  /** The site whose view shows them; left out, those of all. */
  readonly siteId?: string;
}

/** The holds that are over: who made and who released them. They are read once somebody opens this. */
export function ReleasedHolds({ siteId }: ReleasedHoldsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useReleasedHolds(siteId, isOpen);
  return (
    <DisclosedRow isOpen={isOpen} onOpen={setOpen} head={<span className="command-name">Released holds</span>}>
      {error !== null && <Failure what="The released holds could not be read" cause={error} />}
      {isOpen && data === undefined && error === null && <Loading />}
      {data !== undefined && <List holds={data} />}
      {siteId !== undefined && (
        <p className="muted">
          Those of pools, and of what one client set, are among <Link href="/health">all holds</Link>.
        </p>
      )}
    </DisclosedRow>
  );
}

function List({ holds }: { readonly holds: readonly Hold[] }) {
  return (
    <>
      <ul className="rows released-holds">
        {holds.length === 0 && <li className="muted">None, or too long ago to be kept</li>}
        {holds.map((hold) => (
          <ReleasedHold key={hold.holdId} hold={hold} />
        ))}
      </ul>
      {holds.length === SHOWN_RELEASED && <p className="muted">These are the last {SHOWN_RELEASED}.</p>}
    </>
  );
}

function ReleasedHold({ hold }: { readonly hold: Hold }) {
  const { actor, releasedBy, createdAt, releasedAt, reason, state } = hold;
  const title = useHoldTitle(hold);
  const doerText = useDoerText();
  const now = useNow();
  const ago = (at: string | null) => agoText(now - Date.parse(at ?? ''));
  return (
    <li>
      <span>
        <b>
          <bdi>{title}</bdi>
        </b>
        {reason !== null && <q>{reason}</q>}
      </span>
      <span className="muted">
        held {ago(createdAt)} by <bdi>{doerText(actor)}</bdi>,{' '}
        {state === 'releasing' ? 'being released since ' : 'released '}
        {ago(releasedAt)} by <bdi>{doerText(releasedBy)}</bdi>
      </span>
    </li>
  );
}
