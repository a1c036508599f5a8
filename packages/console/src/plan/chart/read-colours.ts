const NAMES = [
  'text',
  'muted',
  'line',
  'accent',
  'accent-soft',
  'below',
  'good',
  'warn',
  'bad',
  'surface',
  'sunken',
] as const;
export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

/** The page's colours for a canvas, which does not understand `light-dark()`. */
export function readColours(within: HTMLElement): Colours {
  const probe = document.createElement('span');
  within.append(probe);
  const colours = Object.fromEntries(
    NAMES.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Colours;
  probe.remove();
  return colours;
}

/** Calls the listener when the page turns light or dark; returns a function that ends it. */
export function onColours(listener: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    scheme.removeEventListener('change', listener);
    observer.disconnect();
  };
}
