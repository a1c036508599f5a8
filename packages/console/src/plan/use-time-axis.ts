import { useState } from 'react';
import { daysView, type View } from '../shell/view.ts';

/** The period that several charts show together, and the instant that is pointed at. */
export interface TimeAxis {
  readonly timeZone: string;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly hoverMs: number | null;
  readonly onHover: (atMs: number | null) => void;
  /** What a link leads to: described while nothing is pointed at; left out or null, that is now. */
  readonly linkedMs?: number | null;
}

/** An axis that starts with a period, or with whole days, counted from today. */
export function useTimeAxis(
  timeZone: string,
  start: View | { readonly first: number; readonly days: number },
): TimeAxis {
  const [view, onView] = useState<View>(() => ('fromMs' in start ? start : daysView(Date.now(), timeZone, start)));
  const [hoverMs, onHover] = useState<number | null>(null);
  return { timeZone, view, onView, hoverMs, onHover };
}
