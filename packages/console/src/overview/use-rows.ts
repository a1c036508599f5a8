import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

export const ROW_HEIGHT = 48;
const HEAD_HEIGHT = 36;
/** Rows beyond the edge that exist before they are scrolled to. */
const BEYOND = 8;
const FIRST_GUESS = 20;

export interface Rows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The indexes of the rows that exist: those on the screen, some beyond, and the one with the keyboard focus. */
  readonly shown: readonly number[];
  readonly current: number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Which rows are on the screen, and which has the keyboard focus. */
export function useRows(siteIds: readonly string[], open: (siteId: string) => void): Rows {
  const scroller = useRef<HTMLDivElement>(null);
  const [stretch, setStretch] = useState({ first: 0, count: FIRST_GUESS });
  const [wanted, setWanted] = useState(0);
  const isMoving = useRef(false);
  const current = Math.min(wanted, Math.max(0, siteIds.length - 1));

  const look = useCallback((element: HTMLElement) => {
    // In steps, so that scrolling by one row draws nothing.
    const first = Math.max(0, Math.floor(element.scrollTop / ROW_HEIGHT / BEYOND) * BEYOND - BEYOND);
    const count = Math.ceil(element.clientHeight / ROW_HEIGHT) + 3 * BEYOND;
    setStretch((was) => (was.first === first && was.count === count ? was : { first, count }));
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => look(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index='${current}']`)?.focus({ preventScroll: true });
  }, [current]);

  return {
    scroller,
    current,
    shown: useMemo(() => shownRows(stretch, current, siteIds.length), [stretch, current, siteIds.length]),
    onScroll: useCallback(({ currentTarget }) => look(currentTarget), [look]),
    onKeyDown: (event) => {
      const element = scroller.current;
      const row = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
      if (element === null || row === undefined) return;
      if (event.key === 'Enter') return open(siteIds[Number(row)] ?? '');
      const step = STEPS[event.key];
      if (step === undefined) return undefined;
      event.preventDefault();
      const page = Math.max(1, Math.floor((element.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
      const next = Math.max(0, Math.min(siteIds.length - 1, step(Number(row), page)));
      isMoving.current = true;
      scrollTo(element, next);
      return setWanted(next);
    },
  };
}

const STEPS: Readonly<Record<string, (row: number, page: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row, page) => row + page,
  PageUp: (row, page) => row - page,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
};

function shownRows({ first, count }: { first: number; count: number }, current: number, total: number): number[] {
  const shown = Array.from({ length: Math.max(0, Math.min(count, total - first)) }, (_, index) => first + index);
  if (total > 0 && (current < first || current >= first + count)) shown.push(current);
  return shown;
}

function scrollTo(element: HTMLElement, row: number): void {
  const top = row * ROW_HEIGHT;
  const room = element.clientHeight - HEAD_HEIGHT - ROW_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + room) element.scrollTop = top - room;
}
