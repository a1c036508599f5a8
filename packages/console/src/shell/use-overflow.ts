import { useCallback, useState } from 'react';

/** Whether an element is too narrow for what is in it, and so scrolls. */
export function useOverflow() {
  const [isOver, setOver] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const look = () => setOver(element.scrollWidth > element.clientWidth);
    // An observer is heard a frame later: what is there at first is never shown without a way to scroll it.
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return { ref, isOver };
}
