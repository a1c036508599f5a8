/** Where rows are shown: in a table that scrolls by itself, or as cards that the page scrolls. */
export interface RowSpace {
  readonly rowHeight: number;
  /** What scrolls them. */
  readonly scroller: (element: HTMLElement) => HTMLElement | Window;
  /** How much of them is above the edge, and how much of the screen is theirs. */
  readonly look: (element: HTMLElement) => { readonly above: number; readonly seen: number };
  /** Brings a row onto the screen. */
  readonly show: (element: HTMLElement, row: number) => void;
}

const HEAD_HEIGHT = 36;
/** Of the bar at the bottom of a phone. */
const BAR_HEIGHT = 80;

export const TABLE: RowSpace = {
  rowHeight: 48,
  scroller: (element) => element,
  look: (element) => ({ above: element.scrollTop, seen: element.clientHeight - HEAD_HEIGHT }),
  show(element, row) {
    const top = row * TABLE.rowHeight;
    const room = element.clientHeight - HEAD_HEIGHT - TABLE.rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + room) element.scrollTop = top - room;
  },
};

export const CARDS: RowSpace = {
  rowHeight: 172,
  scroller: () => window,
  look: (element) => ({ above: Math.max(0, -element.getBoundingClientRect().top), seen: window.innerHeight }),
  show(element, row) {
    const top = element.getBoundingClientRect().top + row * CARDS.rowHeight;
    const beyond = top + CARDS.rowHeight + BAR_HEIGHT - window.innerHeight;
    if (top < 0) window.scrollBy(0, top);
    else if (beyond > 0) window.scrollBy(0, beyond);
  },
};
