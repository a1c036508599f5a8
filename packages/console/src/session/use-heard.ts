import { isStale } from '../shell/is-stale.ts';
import { useNow } from '../shell/use-now.ts';
import { useSession } from './session.tsx';

export interface Heard {
  /** When the service answered last. */
  readonly heardAt: number;
  readonly silentMs: number;
  /** Whether it has been silent for so long that nothing on the page is live. */
  readonly isUnheard: boolean;
}

/** Whether the service is heard; the component is drawn again each second. */
export function useHeard(): Heard {
  const now = useNow();
  const heardAt = useSession().requests.heardAt();
  return { heardAt, silentMs: Math.max(0, now - heardAt), isUnheard: isStale(heardAt, now) };
}
