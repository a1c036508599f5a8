import { useSession } from '../session/session.tsx';
import { useRegistry } from '../registry/use-registry.ts';

/** Whether who is signed in is told who can command a site. */
export function useMaySeeAuthority(): boolean {
  const { can } = useSession();
  return can('fleet:admin') || can('audit:read');
}

/** Who can command a site now. */
export function useAuthority(siteId: string) {
  return useRegistry(['authority', siteId], (registry) => registry.siteAuthority(siteId));
}
