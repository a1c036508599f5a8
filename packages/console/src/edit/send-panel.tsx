import { SetpointError } from '@setpoint/client';
import type { AssetScheduleCommand } from '@setpoint/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { Failure } from '../shell/notices.tsx';
import { countText } from '../words/format.ts';

export interface SendPanelProps {
  readonly siteId: string;
  readonly commands: readonly AssetScheduleCommand[];
  readonly baseVersion: number;
  /** Why it cannot be sent yet. */
  readonly obstacle: string | undefined;
  readonly onSent: (version: number) => void;
  readonly onDiscard: () => void;
  readonly onConflict: () => void;
}

/** Sends what was typed, and watches it arrive. */
export function SendPanel(props: SendPanelProps) {
  const { siteId, commands, baseVersion, obstacle, onSent, onDiscard, onConflict } = props;
  const client = useClient();
  const queries = useQueryClient();
  const [batchId, setBatchId] = useState<string>();
  const send = useMutation({
    // The same key for each try of the same batch: an answer that got lost sets nothing twice.
    mutationFn: (idempotencyKey: string) =>
      client.setSchedules(siteId, commands, { ifScheduleVersion: baseVersion, idempotencyKey }),
    retry: (count, cause) => count < TRIES && isPassing(cause),
    retryDelay: 1_000,
    onSuccess: async (result) => {
      setBatchId(result.batchId);
      onSent(result.scheduleVersion ?? baseVersion + 1);
      await queries.invalidateQueries({ queryKey: ['site', siteId] });
    },
    onError: (cause) => {
      if (isConflict(cause)) onConflict();
    },
  });
  const isRefused = commands.length === 0 || obstacle !== undefined || send.isPending;
  return (
    <div className="send">
      <div className="actions">
        {commands.length > 0 && (
          <Button className="button" onPress={onDiscard} isDisabled={send.isPending}>
            Discard
          </Button>
        )}
        <Button className="button primary" isDisabled={isRefused} onPress={() => send.mutate(crypto.randomUUID())}>
          {send.isPending ? 'Sending…' : `Send ${countText(commands.length, 'command')}`}
        </Button>
      </div>
      {obstacle !== undefined && commands.length > 0 && <p className="problem">⚠ {obstacle}</p>}
      {send.isError && !isConflict(send.error) && <Failure what="It was not set" cause={send.error} />}
      {batchId !== undefined && <Arrival batchId={batchId} />}
    </div>
  );
}

const TRIES = 5;

function isConflict(cause: unknown): boolean {
  return cause instanceof SetpointError && cause.status === 412;
}

// The service is starting again, or cannot be reached: what was typed can wait.
function isPassing(cause: unknown): boolean {
  return cause instanceof SetpointError && (cause.status === 0 || cause.status === 503);
}

const WORDS = {
  pending: '↻ Set. On its way to the controller…',
  accepted: '✓ Set, and accepted by the controller',
  rejected: '✕ Set, but the controller rejects it: see the commands of the site',
  held: '‖ Set, but a hold keeps it from being carried out',
  superseded: 'Set, and replaced by a later batch since',
} as const;

function Arrival({ batchId }: { readonly batchId: string }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['batch', batchId],
    queryFn: () => client.overview.readBatch(batchId),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'pending' ? 1_000 : false),
  });
  const state = data?.state ?? 'pending';
  return (
    <p className="notice notice-good" role="status" data-state={state}>
      {WORDS[state]}
    </p>
  );
}
