import type { CallOptions } from '@setpoint/client';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { untilAnswered } from './until-answered.ts';

/** One try of an act. */
export interface Try {
  /** The first is 1. */
  readonly count: number;
  /** For its requests. */
  readonly options: CallOptions;
}

/** What is shown of an act: see `Outcome`. */
export interface Act {
  readonly isPending: boolean;
  readonly submittedAt: number;
  readonly error: Error | null;
  /** undefined where it is sent once. */
  readonly repeats: Repeats | undefined;
}

/** They go on when the view is left, and are then shown over every other. */
export interface Repeats {
  /** How often it was sent. */
  count: number;
  isInView: boolean;
  cancel: () => void;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly repeats?: Repeats };
  }
}

interface ActOptions {
  /** What is read anew after it, whatever came of it. */
  readonly reads: readonly QueryKey[];
  /** Whether it is sent until an answer comes: a repeat does nothing that the first did not do. */
  readonly isRepeated?: boolean;
  /** Acts of the same name are sent one after the other. */
  readonly queue?: string;
}

const REPEATED_AFTER_MS = 10_000;
const PAUSE_MS = 1_000;

/** The one way in which the page changes something: `act` is called for each act, what it returns for each try. */
export function useAct<Output, Input = void>(
  act: (input: Input) => (one: Try) => Promise<Output>,
  { reads, isRepeated = false, queue }: ActOptions,
) {
  const queries = useQueryClient();
  const [repeats] = useState<Repeats>(() => ({ count: 1, isInView: true, cancel: () => undefined }));
  useEffect(() => {
    repeats.isInView = true;
    return () => void (repeats.isInView = false);
  }, [repeats]);
  const readAnew = () => Promise.all(reads.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const mutation = useMutation({
    ...(queue === undefined ? {} : { scope: { id: queue } }),
    meta: isRepeated ? { repeats } : {},
    mutationFn: (input: Input) => {
      const ending = new AbortController();
      const { signal } = ending;
      repeats.cancel = () => ending.abort();
      const options = isRepeated ? { signal, timeoutMs: REPEATED_AFTER_MS } : {};
      const send = act(input);
      const tryOnce = (tried: number) => {
        repeats.count = tried;
        return send({ count: tried, options });
      };
      return untilAnswered(tryOnce, { isRepeated, signal, pause });
    },
    onSuccess: readAnew,
    // That it is not known is said at once.
    onError: () => void readAnew(),
  });
  return { ...mutation, repeats: isRepeated ? repeats : undefined };
}

/** Also in a tab that nobody looks at. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => resolve());
  });
}
