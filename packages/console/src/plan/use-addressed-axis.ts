import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { daysView } from '../shell/view.ts';
import { TODAY } from './presets.tsx';
import { type TimeAxis, useTimeAxis } from './use-time-axis.ts';
import { viewFrom, withView } from './view-from.ts';

// A browser takes no more than some changes of its address in a second, and zooming makes many.
const SETTLED_MS = 400;

/** An axis whose period is in the address, so that a link leads to it; at first today. */
export function useAddressedAxis(timeZone: string): TimeAxis {
  const [query, setQuery] = useSearchParams();
  const [begin] = useState(() => viewFrom(query, timeZone));
  const axis = useTimeAxis(timeZone, begin?.view ?? TODAY);
  const [linkedMs, setLinked] = useState(begin?.atMs ?? null);
  const { view } = axis;
  const at = query.get('at');
  const [seen, setSeen] = useState(at);
  // A link on the page leads to another instant of it.
  if (at !== seen) {
    setSeen(at);
    const led = at === null ? undefined : viewFrom(query, timeZone);
    if (led !== undefined) axis.onView(led.view);
    setLinked(led?.atMs ?? null);
  }
  const [first] = useState(view);
  const isMoved = view !== first;
  useEffect(() => {
    if (!isMoved) return undefined;
    const write = () =>
      setQuery((was) => withView(was, view, daysView(Date.now(), timeZone, TODAY)), { replace: true });
    const timer = setTimeout(write, SETTLED_MS);
    return () => clearTimeout(timer);
    // The setter is another one with each address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, isMoved, timeZone]);
  return { ...axis, linkedMs };
}
