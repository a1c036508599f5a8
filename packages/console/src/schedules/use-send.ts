import { type BatchResult, SetpointError } from '@setpoint/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const TRIES = 5;

export interface Sending {
  readonly siteId: string;
  /** Each try of a batch has the same key, so that a lost answer sets nothing twice. */
  readonly set: (idempotencyKey: string) => Promise<BatchResult>;
  readonly onSent: (result: BatchResult) => void;
  readonly onConflict?: () => void;
}

/** Sends a batch; tries again while the service cannot be reached. */
export function useSend({ siteId, set, onSent, onConflict }: Sending) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: set,
    retry: (count, cause) => count < TRIES && isPassing(cause),
    retryDelay: 1_000,
    onSuccess: async (result) => {
      onSent(result);
      await queries.invalidateQueries({ queryKey: ['site', siteId] });
    },
    onError: (cause) => {
      if (isConflict(cause)) onConflict?.();
    },
  });
}

/** Sends with Ctrl and Enter: hundreds of fields may lie between the cursor and the button. */
export function useSendKey(submit: (() => void) | undefined): void {
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

export function isConflict(cause: unknown): boolean {
  return cause instanceof SetpointError && cause.status === 412;
}

/** Nothing came back, or the service itself cannot tell. */
export function isOutcomeUnknown(cause: unknown): boolean {
  return cause instanceof SetpointError && (cause.status === 0 || cause.batchOutcome === 'unknown');
}

// The service is restarting, or cannot be reached: trying again is safe.
function isPassing(cause: unknown): boolean {
  return cause instanceof SetpointError && (cause.status === 0 || cause.status === 503);
}
