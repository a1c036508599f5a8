import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Rows beyond the edge that exist before they are scrolled to. */
const BEYOND = 8;
const FIRST_GUESS = 20;

export interface Rows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The indexes of the rows that exist: those on the screen, some beyond, and the one with the keyboard focus. */
  readonly shown: readonly number[];
  readonly current: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Which rows are on the screen, and which has the keyboard focus. */
export function useRows(siteIds: readonly string[], open: (siteId: string) => void): Rows {
  const scroller = useRef<HTMLDivElement>(null);
  const stretch = useStretch(scroller);
  const [wanted, setWanted] = useState(0);
  const isMoving = useRef(false);
  const current = Math.min(wanted, Math.max(0, siteIds.length - 1));

  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index='${current}']`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return {
    scroller,
    current,
    shown: useMemo(() => shownRows(stretch, current, siteIds.length), [stretch, current, siteIds.length]),
    onKeyDown: (event) => {
      const element = scroller.current;
      const row = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
      if (element === null || row === undefined) return;
      if (event.key === 'Enter') return open(siteIds[Number(row)] ?? '');
      const step = STEPS[event.key];
      if (step === undefined) return undefined;
      event.preventDefault();
      const page = Math.max(1, Math.floor(rowsSeen(element).count) - 1);
      const next = Math.max(0, Math.min(siteIds.length - 1, step(Number(row), page)));
      isMoving.current = true;
      return setWanted(next);
    },
  };
}

interface Stretch {
  readonly first: number;
  readonly count: number;
}

function useStretch(scroller: RefObject<HTMLDivElement | null>): Stretch {
  const [stretch, setStretch] = useState<Stretch>({ first: 0, count: FIRST_GUESS });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => {
      const { above, count: seen } = rowsSeen(element);
      // In steps, so that scrolling by one row draws nothing.
      const first = Math.max(0, Math.floor(above / BEYOND) * BEYOND - BEYOND);
      const count = Math.ceil(seen) + 3 * BEYOND;
      setStretch((was) => (was.first === first && was.count === count ? was : { first, count }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Of the table, or of the page where this is as high as its rows.
    window.addEventListener('scroll', look, { passive: true, capture: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look, { capture: true });
    };
  }, [scroller]);
  return stretch;
}

/** How many rows are above the edge, and how many have room on the screen. */
function rowsSeen(element: HTMLElement): { readonly above: number; readonly count: number } {
  const rowHeight = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height'));
  const above = element.scrollTop + Math.max(0, -element.getBoundingClientRect().top);
  return { above: above / rowHeight, count: Math.min(element.clientHeight, window.innerHeight) / rowHeight };
}

const STEPS: Readonly<Record<string, (row: number, page: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row, page) => row + page,
  PageUp: (row, page) => row - page,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
};

function shownRows({ first, count }: Stretch, current: number, total: number): number[] {
  const shown = Array.from({ length: Math.max(0, Math.min(count, total - first)) }, (_, index) => first + index);
  if (total > 0 && (current < first || current >= first + count)) shown.push(current);
  return shown;
}
