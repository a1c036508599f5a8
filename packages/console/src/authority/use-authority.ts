import { useQuery } from '@tanstack/react-query';
import { useClient, useSession } from '../session/session.tsx';

const EVERY_MS = 15_000;

/** Whether who is signed in is told who can command a site. */
export function useMaySeeAuthority(): boolean {
  const { can } = useSession();
  return can('fleet:admin') || can('audit:read');
}

/** Who can command a site now. */
export function useAuthority(siteId: string) {
  const { registry } = useClient();
  return useQuery({
    queryKey: ['authority', siteId],
    queryFn: () => registry.siteAuthority(siteId),
    refetchInterval: EVERY_MS,
  });
}
