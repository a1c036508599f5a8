import type { SetpointClient } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { useAct } from '../shell/use-act.ts';

type Webhooks = SetpointClient['webhooks'];

const KEY = 'webhooks';
const EVERY_MS = 5_000;

/** Reads something about the webhooks of the client that is signed in. */
export function useWebhooks<Value>(key: readonly string[], read: (webhooks: Webhooks) => Promise<Value>) {
  const { webhooks } = useClient();
  return useQuery({ queryKey: [KEY, ...key], queryFn: () => read(webhooks), refetchInterval: EVERY_MS });
}

/** Changes a webhook, then reads again what is shown of them. */
export function useWebhookChange<Output, Input = void>(change: (webhooks: Webhooks, input: Input) => Promise<Output>) {
  const { webhooks } = useClient();
  return useAct((input: Input) => () => change(webhooks, input), { reads: [[KEY]] });
}
