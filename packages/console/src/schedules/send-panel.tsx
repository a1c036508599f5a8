import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { type BatchResult, type CallOptions, SetpointError } from '@setpoint/client';
import { type Try, useAct } from '../shell/use-act.ts';

export interface SendPanelProps extends Sending {
  /** What the button says. */
  readonly label: string;
  readonly isEmpty: boolean;
  /** Why it cannot be sent yet. */
  readonly obstacle: string | undefined;
  /** What should be asked about before it is sent; looked at when it is about to be. */
  readonly doubts: () => readonly string[];
  readonly onDiscard: () => void;
}

/** Sends what was typed, and shows its delivery. */
export function SendPanel({ label, isEmpty, obstacle, doubts, onDiscard, ...sending }: SendPanelProps) {
  const send = useSend(sending);
  const isRefused = isEmpty || obstacle !== undefined || send.isPending;
  const [doubted, setDoubted] = useState<readonly string[]>([]);
  const submitAnyway = () => send.mutate();
  const submit = () => {
    const found = doubts();
    setDoubted(found);
    if (found.length === 0) submitAnyway();
  };
  useSendKey(isRefused ? undefined : submit);
  return (
    <div className="send">
      <div className="actions">
        {!isEmpty && (
          <Button className="button" onPress={onDiscard} isDisabled={send.isPending}>
            Discard
          </Button>
        )}
        <Button className="button primary" isDisabled={isRefused} onPress={submit} aria-keyshortcuts="Control+Enter">
          {send.isPending ? 'Sending…' : label}
        </Button>
      </div>
      {!isEmpty && obstacle !== undefined && <p className="line problem">⚠ {obstacle}</p>}
      <ConfirmDialog
        label="Send all the same"
        title="Is this meant?"
        isOpen={doubted.length > 0}
        onClose={() => setDoubted([])}
        onConfirm={submitAnyway}
      >
        {doubted.map((text) => (
          <p key={text} className="notice notice-warn">
            {text}
          </p>
        ))}
      </ConfirmDialog>
      {/* A conflict is shown where the user can decide about it. */}
      {!isConflict(send.error) && <Outcome of={[send]} done="the schedule was set" advice={SENT_TWICE} />}
      {send.data !== undefined && <Arrival batchId={send.data.batchId} />}
    </div>
  );
}

const SENT_TWICE = 'The page of the site shows what is in force. If you send it again, nothing is set twice.';

const WORDS = {
  pending: '↻ Set. On its way to the controller…',
  accepted: '✓ Set, and accepted by the controller',
  rejected: '✕ Set, but rejected by the controller: see the commands of the site',
  held: '‖ Set, but not carried out because of a hold',
  superseded: 'Set, and since replaced by a later batch',
  unknown: '? Set, and accepted by the controller; nothing measures it',
} as const;

function Arrival({ batchId }: { readonly batchId: string }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['batch', batchId],
    queryFn: () => client.overview.readBatch(batchId),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'pending' ? 1_000 : false),
  });
  const state = data?.state ?? 'pending';
  const status = useRef<HTMLParagraphElement>(null);
  // The button that sent it takes no focus now, as nothing is left to send.
  useEffect(() => {
    if (document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={status} tabIndex={-1} className="notice notice-good" role="status" data-state={state}>
      {WORDS[state]}
    </p>
  );
}

interface Sending {
  readonly siteId: string;
  /** Each try of a batch has the same key, so that a lost answer sets nothing twice. */
  readonly set: (options: CallOptions & { readonly idempotencyKey: string }) => Promise<BatchResult>;
  readonly onSent: (result: BatchResult) => void;
  readonly onConflict?: () => void;
}

/** Sends a batch until an answer comes. */
function useSend({ siteId, set, onSent, onConflict }: Sending) {
  const send = () => {
    const idempotencyKey = crypto.randomUUID();
    return async ({ options }: Try) => {
      const result = await set({ ...options, idempotencyKey }).catch((cause: unknown) => {
        if (isConflict(cause)) onConflict?.();
        throw cause;
      });
      onSent(result);
      return result;
    };
  };
  return useAct(send, { reads: [['site', siteId]], isRepeated: true });
}

/** Sends with Ctrl and Enter: hundreds of fields may lie between the cursor and the button. */
function useSendKey(submit: (() => void) | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      submit?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [submit]);
}

function isConflict(cause: unknown): boolean {
  return cause instanceof SetpointError && cause.status === 412;
}
