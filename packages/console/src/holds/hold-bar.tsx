import type { Hold, HoldCounts } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { useNow } from '../shell/use-now.ts';
import { commonZone } from '../sites/common-zone.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { whenText, zoneText } from '../words/when-text.ts';
import { HoldRelease } from './hold-release.tsx';
import { useDoerText } from './use-doer-text.ts';
import { useHoldTitle } from './use-hold-title.ts';
import { useOpenHolds } from './use-open-holds.ts';
import './holds.css';

const SHOWN = 2;
const COUNTS_MS = 3_000;

/** Over every view: what is held for more than one site. */
export function HoldBar() {
  const { data = [] } = useOpenHolds();
  const wide = data.filter(({ siteId }) => siteId === undefined).toSorted((one, other) => rankOf(one) - rankOf(other));
  if (wide.length === 0) return null;
  return (
    <section className="frame-bar frame-bar-held" aria-label="Held now">
      <ul>
        {wide.slice(0, SHOWN).map((hold) => (
          <HeldLine key={hold.holdId} hold={hold} />
        ))}
      </ul>
      {wide.length > SHOWN && <Link href="/holds">{`${wide.length - SHOWN} more`}</Link>}
    </section>
  );
}

/** All sites first. */
function rankOf({ allSites, poolId }: Hold): number {
  return allSites === true ? 0 : poolId === undefined ? 2 : 1;
}

function HeldLine({ hold }: { readonly hold: Hold }) {
  const client = useClient();
  const title = useHoldTitle(hold);
  const doer = useDoerText()(hold.actor);
  const now = useNow();
  const timeZone = commonZone(useSites());
  const createdAt = Date.parse(hold.createdAt);
  const { data } = useQuery({
    queryKey: ['holds', hold.holdId, 'counts'],
    queryFn: async () => (await client.holds.read(hold.holdId)).counts,
    refetchInterval: COUNTS_MS,
  });
  return (
    <li className="line spread">
      <span>
        <b>
          ‖ <bdi>{title}</bdi>
        </b>
        {` held since ${whenText(createdAt, { timeZone, now })} ${zoneText(createdAt, timeZone)} by `}
        <bdi>{doer}</bdi>
        {hold.reason !== null && (
          <>
            : <q>{hold.reason}</q>
          </>
        )}
        {data !== undefined && `. ${confirmedText(data)}.`}
      </span>
      <HoldRelease hold={hold} />
    </li>
  );
}

function confirmedText({ sites, confirmed, notStopped, remaining }: HoldCounts): string {
  const lost = notStopped === 0 ? '' : `, ${notStopped} cannot be reached`;
  return `${confirmed} of ${sites + remaining} confirmed${lost}`;
}
