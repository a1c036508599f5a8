import type { Hold, SiteDelivery } from '@setpoint/contract';
import { useDelivery } from '../delivery/use-delivery.ts';
import { Failure } from '../shell/failure.tsx';
import { HoldRow } from './hold-row.tsx';
import { useOpenHolds } from './use-open-holds.ts';

/** The holds that cover a site. */
export function SiteHolds({ siteId }: { readonly siteId: string }) {
  const holds = useOpenHolds();
  const delivery = useDelivery(siteId);
  const covering = holds.data?.filter((hold) => isOver(hold, siteId, delivery.data)) ?? [];
  return (
    <>
      {holds.isError && <Failure what="The holds could not be read" cause={holds.error} />}
      {covering.length > 0 && (
        <section aria-label="Holds on this site">
          <ul className="stack">
            {covering.map((hold) => (
              <HoldRow key={hold.holdId} hold={hold} siteId={siteId} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

// A hold of a pool, or on what a client set, names no sites: it covers this one if anything here is held.
function isOver(hold: Hold, siteId: string, delivery: SiteDelivery | undefined): boolean {
  if (hold.clientId !== undefined || hold.poolId !== undefined)
    return delivery?.commands.some(({ state }) => state === 'held') === true;
  return hold.allSites === true || hold.siteId === siteId;
}
