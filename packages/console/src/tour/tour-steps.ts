/** A place of the tour: where it is, and what to look at there. */
export interface TourStep {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

interface TourPlaces {
  readonly siteId: string | undefined;
  readonly poolId: string | undefined;
  /** Whether the page is used with fingers, without keys. */
  readonly isTapped: boolean;
}

/** The first minute of a visitor of the demonstration; a place that is not there is left out. */
export function tourSteps({ siteId, poolId, isTapped }: TourPlaces): readonly TourStep[] {
  const steps: readonly (TourStep | undefined)[] = [
    {
      href: '/',
      title: 'Every site on one screen',
      text: `Sites that need attention come first. Search, sort, or ${isTapped ? 'tap ⌕ at the top' : 'press Ctrl and K'} to go anywhere.`,
    },
    siteId === undefined
      ? undefined
      : {
          href: `/sites/${siteId}`,
          title: 'The plan of a site, in words',
          text: isTapped
            ? 'Tap the timeline: the words below it say what is in force at that instant, and why.'
            : 'Point at the timeline: the words below it say what is in force at that instant, and why. Drag to zoom.',
        },
    poolId === undefined
      ? undefined
      : {
          href: `/pools/${poolId}`,
          title: 'A pool under a signal',
          text: 'Cut a member off with the switch in its row: the others take over its share within seconds.',
        },
    {
      href: '/headroom',
      title: 'Power left to sell tomorrow',
      text: 'Each kind on its own, site by site. Book this opens the editor with the figure in it.',
    },
    {
      href: '/holds',
      title: 'The emergency stop',
      text: 'It asks for a word first, then every site confirms. Release it, and the schedules go on.',
    },
  ];
  return steps.filter((step) => step !== undefined);
}
