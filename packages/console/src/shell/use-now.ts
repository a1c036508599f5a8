import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from './create-clock.ts';

/** The one clock of the page. */
export const ClockContext = createContext<Clock | undefined>(undefined);

/** The time, to the second; the component is drawn again when it changes. */
export function useNow(): number {
  const clock = useContext(ClockContext);
  if (clock === undefined) throw new Error('there is no clock above this component');
  return useSyncExternalStore(clock.subscribe, clock.now);
}
