import { useSession } from '../session/session.tsx';

/** Whether who is signed in may change the registry; an auditor reads all of it. */
export function useMayChange(): boolean {
  return useSession().can('fleet:admin');
}
