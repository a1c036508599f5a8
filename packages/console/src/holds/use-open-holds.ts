import type { Hold } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 3_000;

/** The open holds that this client may see. */
export function useOpenHolds() {
  const client = useClient();
  return useQuery({
    queryKey: ['holds'],
    queryFn: async () => {
      const all: Hold[] = [];
      for await (const hold of client.holds.list('open')) all.push(hold);
      return all;
    },
    refetchInterval: EVERY_MS,
  });
}
