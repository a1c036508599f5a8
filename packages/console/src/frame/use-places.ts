import { useMaySeeAlerts } from '../alerts/use-alerts.ts';

export interface Place {
  readonly href: string;
  readonly label: string;
  readonly isHere: (path: string) => boolean;
  /** On a phone it is at the bottom, where a thumb reaches it. */
  readonly isInBar?: true;
}

export const ALERTS_PATH = '/alerts';

const PLACES: readonly Place[] = [
  { href: '/', label: 'Fleet', isHere: (path) => path === '/' || path.startsWith('/sites'), isInBar: true },
  { href: '/pools', label: 'Pools', isHere: (path) => path.startsWith('/pools'), isInBar: true },
  { href: '/headroom', label: 'Headroom', isHere: (path) => path.startsWith('/headroom') },
  { href: ALERTS_PATH, label: 'Alerts', isHere: (path) => path.startsWith(ALERTS_PATH), isInBar: true },
  { href: '/registry', label: 'Registry', isHere: (path) => path.startsWith('/registry') },
  { href: '/health', label: 'Health and holds', isHere: (path) => path.startsWith('/health') },
];

/** The views that somebody may open. */
export function usePlaces(): readonly Place[] {
  const maySeeAlerts = useMaySeeAlerts();
  return PLACES.filter(({ href }) => href !== ALERTS_PATH || maySeeAlerts);
}
