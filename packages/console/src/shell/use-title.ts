import { useEffect } from 'react';

/** Names the view in the tab of the browser, the narrowest part first. Parts that are not known yet are left out. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = titleText(parts);
  useEffect(() => {
    const before = document.title;
    document.title = title;
    // What lies over a view, such as the sign-in page, gives the view its title back.
    return () => {
      document.title = before;
    };
  }, [title]);
}

const PRODUCT = 'Setpoint';

function titleText(parts: readonly (string | undefined)[]): string {
  return [...parts.filter((part) => part !== undefined && part !== ''), PRODUCT].join(' · ');
}
