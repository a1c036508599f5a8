import { useCallback, useState } from 'react';

/** Whether an element is too narrow for what is in it, and so scrolls. */
export function useOverflow() {
  const [isOver, setOver] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setOver(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return { ref, isOver };
}
