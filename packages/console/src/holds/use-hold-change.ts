import type { Hold, MakeHoldRequest } from '@setpoint/contract';
import { useSession } from '../session/session.tsx';
import { type Try, useAct } from '../shell/use-act.ts';

/** Makes or releases a hold until an answer comes, then reads all holds again. */
export function useHoldChange<Input = void>(change: (input: Input) => (one: Try) => Promise<Hold>) {
  return useAct(change, { reads: [['holds']], isRepeated: true });
}

export const HOLD_AGAIN = 'Every hold is listed under Stop…; a second one does no harm.';

/** Makes a hold. A repeat looks first whether it lies there: each hold has to be released by itself. */
export function useMakeHold() {
  const { client, clientId } = useSession();
  return useHoldChange((asked: MakeHoldRequest) => async ({ count, options }) => {
    if (count > 1) {
      for await (const hold of client.holds.list('open', options)) {
        if (hold.madeBy === clientId && isAsked(hold, asked)) return hold;
      }
    }
    return client.holds.make(asked, options);
  });
}

const FIELDS = ['allSites', 'siteId', 'poolId', 'asset', 'clientId', 'reason'] as const;

function isAsked(hold: Hold, asked: MakeHoldRequest): boolean {
  return FIELDS.every((field) => (hold[field] ?? undefined) === asked[field]);
}
