import { useEffect, useRef } from 'react';

const OVER_THE_VIEW = "[role='dialog'], [role='alertdialog'], [role='menu']";

/** A new view takes the focus, unless it is in the view already: first as a whole, then at its heading. */
export function useFocusOnView(path: string): void {
  const latest = useRef(path);
  useEffect(() => {
    if (latest.current === path) return undefined;
    latest.current = path;
    return focusView();
  }, [path]);
}

/** Moves the focus into the view, as soon as nothing covers it; the answer ends the wait. */
export function focusView(): () => void {
  const observer = new MutationObserver(() => isSettled() && observer.disconnect());
  if (!isSettled()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Moves the focus as far as it can be moved now; whether nothing is left to do. */
function isSettled(): boolean {
  if (document.querySelector(OVER_THE_VIEW) !== null) return false;
  const content = document.querySelector<HTMLElement>('#content');
  const focused = document.activeElement;
  if (content === null) return true;
  if (focused !== content && content.contains(focused)) return true;
  const heading = shownHeading(content);
  if (heading === undefined) {
    content.focus({ preventScroll: true });
    return false;
  }
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** While a view is loaded, that of the view before is there, but hidden. */
function shownHeading(content: HTMLElement): HTMLElement | undefined {
  return [...content.querySelectorAll('h1')].find((heading) => heading.getClientRects().length > 0);
}
