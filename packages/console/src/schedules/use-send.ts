import { type BatchResult, type CallOptions, SetpointError } from '@setpoint/client';
import { useEffect } from 'react';
import { type Try, useAct } from '../shell/use-act.ts';

export interface Sending {
  readonly siteId: string;
  /** Each try of a batch has the same key, so that a lost answer sets nothing twice. */
  readonly set: (options: CallOptions & { readonly idempotencyKey: string }) => Promise<BatchResult>;
  readonly onSent: (result: BatchResult) => void;
  readonly onConflict?: () => void;
}

/** Sends a batch until an answer comes. */
export function useSend({ siteId, set, onSent, onConflict }: Sending) {
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
