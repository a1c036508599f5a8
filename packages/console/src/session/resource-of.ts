import type { SetpointClient } from '@setpoint/client';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useAct } from '../shell/use-act.ts';
import { useClient } from './session.tsx';

interface ResourceOptions {
  /** How often it is read, unless a view says so. */
  readonly everyMs: number;
  /** What else is read anew after a change. */
  readonly alsoReads?: readonly QueryKey[];
}

interface ReadOptions {
  readonly everyMs?: number;
  readonly enabled?: boolean;
}

/** The hooks of one part of the client: one reads something of it, one changes it and reads anew what is shown. */
export function resourceOf<Part extends keyof SetpointClient>(
  part: Part,
  { everyMs, alsoReads = [] }: ResourceOptions,
) {
  type Calls = SetpointClient[Part];
  const useRead = <Value>(
    key: readonly string[],
    read: (calls: Calls) => Promise<Value>,
    { everyMs: refetchInterval = everyMs, enabled = true }: ReadOptions = {},
  ) => {
    const calls = useClient()[part];
    return useQuery({ queryKey: [part, ...key], queryFn: () => read(calls), refetchInterval, enabled });
  };
  const useChange = <Output, Input = void>(change: (calls: Calls, input: Input) => Promise<Output>) => {
    const calls = useClient()[part];
    return useAct((input: Input) => () => change(calls, input), { reads: [[part], ...alsoReads] });
  };
  return { useRead, useChange };
}

/** What comes page by page, in one list. */
export async function allOf<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of pages) all.push(item);
  return all;
}
