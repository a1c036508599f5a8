import { useSession } from '../session/session.tsx';
import { resourceOf } from '../session/resource-of.ts';

const { useRead, useChange } = resourceOf('alerts', { everyMs: 5_000 });

export const useAlertChange = useChange;

/** Operators change alerts, auditors read them; nobody else sees any. */
export function useMaySeeAlerts(): boolean {
  const { can } = useSession();
  return can('fleet:admin') || can('audit:read');
}

/** All alerts, with what is open. */
export function useAlerts() {
  return useRead([], async (alerts) => (await alerts.list()).alerts, { enabled: useMaySeeAlerts() });
}
