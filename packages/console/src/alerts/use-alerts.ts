import type { SetpointClient } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSession } from '../session/session.tsx';
import { useAct } from '../shell/use-act.ts';

type Alerts = SetpointClient['alerts'];

const KEY = 'alerts';
const EVERY_MS = 5_000;

/** Operators change alerts, auditors read them; nobody else sees any. */
export function useMaySeeAlerts(): boolean {
  const { can } = useSession();
  return can('fleet:admin') || can('audit:read');
}

/** All alerts, with what is open. */
export function useAlerts() {
  const { alerts } = useClient();
  const mayRead = useMaySeeAlerts();
  return useQuery({
    queryKey: [KEY],
    queryFn: async () => (await alerts.list()).alerts,
    refetchInterval: EVERY_MS,
    enabled: mayRead,
  });
}

/** Changes an alert, then reads again what is shown of them. */
export function useAlertChange<Output, Input = void>(change: (alerts: Alerts, input: Input) => Promise<Output>) {
  const { alerts } = useClient();
  return useAct((input: Input) => () => change(alerts, input), { reads: [[KEY]] });
}
