import { type RefObject, useEffect, useRef } from 'react';

/** When something goes away that has the focus, a heading near it gets the focus, so that Tab goes on from there. */
export function useFocusNearby<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const section = element.closest('section')?.querySelector<HTMLElement>('h2, h3');
    let hadFocus = false;
    const note = () => {
      hadFocus = element.contains(document.activeElement);
    };
    document.addEventListener('focusin', note);
    note();
    return () => {
      document.removeEventListener('focusin', note);
      if (hadFocus && !element.isConnected && document.activeElement === document.body) focusNear(section);
    };
  }, []);
  return ref;
}

/** The heading of the section around it, or else of the view. */
function focusNear(section: HTMLElement | undefined | null): void {
  const others = ['#content h1', '#content'].map((selector) => document.querySelector<HTMLElement>(selector));
  const there = [section, ...others].find((candidate) => candidate?.isConnected === true);
  if (there === undefined || there === null) return;
  there.tabIndex = -1;
  there.focus({ preventScroll: true });
}
