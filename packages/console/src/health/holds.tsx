import type { Hold } from '@setpoint/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useSites } from '../fleet/fleet-feed.tsx';
import { ConfirmButton } from '../registry/confirm-button.tsx';
import { useClientName } from '../registry/use-client-name.ts';
import { useSession } from '../session/session.tsx';
import { Empty, Failure } from '../shell/notices.tsx';
import { useNow } from '../shell/use-now.ts';
import { assetLabel } from '../words/pairs.ts';
import { agoText } from '../words/time.ts';
import { HoldProgress } from './hold-progress.tsx';

/** What is held, by whom, and the emergency stop. */
export function Holds() {
  const { client, can } = useSession();
  const queries = useQueryClient();
  const holds = useQuery({
    queryKey: ['holds'],
    queryFn: async () => {
      const all: Hold[] = [];
      for await (const hold of client.holds.list('open')) all.push(hold);
      return all;
    },
    refetchInterval: 3_000,
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['holds'] });
  const release = useMutation({ mutationFn: (holdId: string) => client.holds.release(holdId), onSuccess: again });
  return (
    <section className="panel" aria-labelledby="holds-title">
      <h2 id="holds-title">Holds and the emergency stop</h2>
      <p className="muted">
        A hold stops setpoints, targets, activations and bookings without forgetting them. Limits and curtailment stay
        in force.
      </p>
      {can('fleet:admin') && <EmergencyStop onHeld={again} />}
      {holds.error !== null && <Failure what="The holds could not be read" cause={holds.error} />}
      {release.error !== null && <Failure what="It was not released" cause={release.error} />}
      {holds.data?.length === 0 && <Empty title="Nothing is held" />}
      <ul className="holds">
        {holds.data?.map((hold) => (
          <HoldRow key={hold.holdId} hold={hold} onRelease={() => release.mutate(hold.holdId)} />
        ))}
      </ul>
    </section>
  );
}

function EmergencyStop({ onHeld }: { readonly onHeld: () => void }) {
  const { client } = useSession();
  const [reason, setReason] = useState('');
  const stop = useMutation({
    mutationFn: () => client.holds.make({ allSites: true, ...(reason === '' ? {} : { reason }) }),
    onSuccess: onHeld,
  });
  return (
    <div className="inline-form stop sunken">
      <TextField className="field" value={reason} onChange={setReason} maxLength={1_000}>
        <Label>Why (for whoever comes after you)</Label>
        <Input />
      </TextField>
      <ConfirmButton
        label="Hold all sites"
        title="Hold every site"
        typed="hold"
        isUrgent
        onConfirm={() => stop.mutate()}
      >
        <p>
          The emergency stop: every site there is goes back to its own mode, within its limits, until the hold is
          released. A site that cannot be reached is listed as not stopped.
        </p>
      </ConfirmButton>
      {stop.isError && <Failure what="Nothing was held" cause={stop.error} />}
    </div>
  );
}

function HoldRow({ hold, onRelease }: { readonly hold: Hold; readonly onRelease: () => void }) {
  const now = useNow();
  const { clientId, can } = useSession();
  const title = useHoldTitle(hold);
  const maker = useClientName(hold.madeBy);
  const mayRelease = hold.madeBy === clientId || can('fleet:admin');
  return (
    <li className="hold">
      <div className="hold-head">
        <span>
          <b>‖ {title}</b>, {agoText(now - Date.parse(hold.createdAt))} by {hold.madeBy === clientId ? 'you' : maker}
          {hold.isOperators && hold.madeBy !== clientId && ', an operator'}
          {hold.reason !== null && <q>{hold.reason}</q>}
        </span>
        {mayRelease && (
          <Button className="button" onPress={onRelease} isDisabled={hold.state === 'releasing'}>
            {hold.state === 'releasing' ? 'Releasing…' : 'Release'}
          </Button>
        )}
      </div>
      <HoldProgress holdId={hold.holdId} />
    </li>
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
