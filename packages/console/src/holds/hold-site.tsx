import { CATALOGUE, type SiteDetails } from '@setpoint/contract';
import { useState } from 'react';
import { Choice } from '../shell/choice.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { assetLabel } from '../words/asset-label.ts';
import { HoldReason, reasonIn } from './hold-reason.tsx';
import { HOLD_AGAIN, useMakeHold } from './use-hold-change.ts';
import { SetpointError } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

const GRANTS_CHANGE_SELDOM_MS = 60_000;

/** Whether the client may schedule a site, and so hold it: the service is asked to validate an empty batch. */
function useMayHold(siteId: string): boolean {
  const { client, can } = useSession();
  const isOperator = can('fleet:admin');
  const mayWrite = can('schedules:write');
  const { data } = useQuery({
    queryKey: ['may-schedule', siteId],
    queryFn: () => client.fleet.validate(siteId, []).then(() => true, isGranted),
    enabled: mayWrite && !isOperator,
    staleTime: GRANTS_CHANGE_SELDOM_MS,
  });
  return mayWrite && (isOperator || data === true);
}

function isGranted(cause: unknown): boolean {
  // The service checks the grant before it looks at the batch.
  if (!(cause instanceof SetpointError) || cause.status === 0 || cause.status >= 500) throw cause;
  return cause.status !== 403;
}

const WHOLE = 'whole';
/** The assets that can be held; one with only limits or curtailment cannot, because those stay in force. */
const HOLDABLE = [...new Set(CATALOGUE.filter((row) => !('bounds' in row)).map(({ asset }) => asset))];

interface HoldSiteProps {
  readonly site: SiteDetails;
  /** Whether somebody came to do this: then its button has the focus. */
  readonly isNext?: boolean;
}

/** Holds one site, or one of its assets; shown to clients that may do so. */
export function HoldSite({ site, isNext = false }: HoldSiteProps) {
  const [chosen, setChosen] = useState(WHOLE);
  const [reason, setReason] = useState('');
  const make = useMakeHold();
  const mayHold = useMayHold(site.siteId);
  if (!mayHold) return null;

  const assets = HOLDABLE.filter((asset) => asset === 'grid' || site.assets[asset] !== null);
  const hold = () => {
    const asset = assets.find((one) => one === chosen);
    make.mutate({ siteId: site.siteId, ...(asset === undefined ? {} : { asset }), ...reasonIn(reason) });
  };
  const forget = () => {
    setChosen(WHOLE);
    setReason('');
  };
  const options = [{ id: WHOLE, label: 'Whole site' }, ...assets.map((id) => ({ id, label: assetLabel(id) }))];
  return (
    <>
      <ConfirmButton
        label="Hold"
        title={`Hold ${site.siteName}`}
        isNext={isNext}
        isPending={make.isPending}
        onConfirm={hold}
        onClose={forget}
      >
        <p>
          Its setpoints, targets, activations and bookings stay set, but are not carried out until the hold is released.
          Limits and curtailment stay in force.
        </p>
        <Choice label="Hold" options={options} chosen={chosen} onChosen={setChosen} />
        {chosen === 'bess' && (
          <p className="muted">The storage still serves what is set for the grid. To stop that, hold the grid too.</p>
        )}
        <HoldReason reason={reason} onReason={setReason} />
      </ConfirmButton>
      <Outcome of={[make]} done="the site was held" advice={HOLD_AGAIN} />
    </>
  );
}
