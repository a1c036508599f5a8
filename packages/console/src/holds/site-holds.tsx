import type { Hold, SiteDelivery } from '@setpoint/contract';
import { useDelivery } from '../delivery/use-delivery.ts';
import { Failure } from '../shell/failure.tsx';
import { HoldRow } from './hold-row.tsx';
import { useOpenHolds } from './use-open-holds.ts';

/** What keeps a site from what is set on it. */
export function SiteHolds({ siteId }: { readonly siteId: string }) {
  const holds = useOpenHolds();
  const delivery = useDelivery(siteId);
  const covering = holds.data?.filter((hold) => isOver(hold, siteId, delivery.data)) ?? [];
  return (
    <>
      {holds.isError && <Failure what="The holds could not be read" cause={holds.error} />}
      {covering.length > 0 && (
        <section aria-label="Holds on this site">
          <ul className="holds">
            {covering.map((hold) => (
              <HoldRow key={hold.holdId} hold={hold} siteId={siteId} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

// What a client set may lie here or elsewhere: it counts where anything is held.
function isOver(hold: Hold, siteId: string, delivery: SiteDelivery | undefined): boolean {
  if (hold.clientId !== undefined) return delivery?.commands.some(({ state }) => state === 'held') === true;
  return hold.allSites === true || hold.siteId === siteId;
}
