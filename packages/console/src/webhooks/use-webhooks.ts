import type { SetpointClient } from '@setpoint/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

type Webhooks = SetpointClient['webhooks'];

const KEY = 'webhooks';
const EVERY_MS = 5_000;

/** Something about the webhooks of whoever is signed in. */
export function useWebhooks<Value>(key: readonly string[], read: (webhooks: Webhooks) => Promise<Value>) {
  const { webhooks } = useClient();
  return useQuery({ queryKey: [KEY, ...key], queryFn: () => read(webhooks), refetchInterval: EVERY_MS });
}

/** A change to them; whatever is shown of them is read again. */
export function useWebhookChange<Output, Input = void>(change: (webhooks: Webhooks, input: Input) => Promise<Output>) {
  const { webhooks } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(webhooks, input),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
}
