import { useQuery } from '@tanstack/react-query';
import type { SetpointClient } from '@setpoint/client';
import { useClient } from '../session/session.tsx';
import { useAct } from '../shell/use-act.ts';

/** Reads something from the registry. */
export function useRegistry<Value>(
  key: readonly string[],
  read: (registry: SetpointClient['registry']) => Promise<Value>,
) {
  const { registry } = useClient();
  return useQuery({ queryKey: ['registry', ...key], queryFn: () => read(registry), refetchInterval: 15_000 });
}

/** Changes the registry, then reads again what is shown of it. */
export function useRegistryChange<Output, Input = void>(
  change: (registry: SetpointClient['registry'], input: Input) => Promise<Output>,
) {
  const { registry } = useClient();
  return useAct((input: Input) => () => change(registry, input), { reads: [['registry'], ['overview']] });
}

export async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
