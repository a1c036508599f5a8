import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { manySites, ONE_WAY, siteAnswer } from '../plan/schema.ts';
import { boolean, instant, integer, number, numberOrNull, orNull, text, titled } from '../schema/fields.ts';

export const Headroom = titled('Headroom', {
  kW: numberOrNull('In kW, rounded down to the watt; null if nothing bounds it.'),
  binds: Type.Array(text(), { description: 'The limits: commands, `rating` or `energy`.' }),
});
export type Headroom = Static<typeof Headroom>;

const setpoint = orNull(Headroom, 'null if the connection point has no setpoint.');

export const HeadroomInterval = titled(
  'HeadroomInterval',
  {
    from: instant('The start.'),
    to: instant('The end, not included.'),
    isEnergyKnown: boolean('Whether the stored energy is known over the whole interval.'),
    afrrImport: Headroom,
    afrrExport: Headroom,
    mfrrImport: Headroom,
    mfrrExport: Headroom,
    fcrImport: Headroom,
    fcrExport: Headroom,
    setpointUp: setpoint,
    setpointDown: setpoint,
  },
  { description: 'How much more of each kind alone fits over the whole interval.' },
);
export type HeadroomInterval = Static<typeof HeadroomInterval>;

export const SiteHeadroom = siteAnswer('SiteHeadroom', {
  intervals: Type.Array(HeadroomInterval, { description: 'In the order of time.' }),
});
export type SiteHeadroom = Static<typeof SiteHeadroom>;

export const FleetHeadroomRequest = titled(
  'FleetHeadroomRequest',
  {
    ...manySites,
    resolution: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.maxResolutionMinutes,
        description: `The length of an interval in minutes; ${LIMITS.defaultResolutionMinutes} if left out.`,
      }),
    ),
  },
  ONE_WAY,
);
export type FleetHeadroomRequest = Static<typeof FleetHeadroomRequest>;

export const HeadroomSum = titled('HeadroomSum', {
  kW: number('The sum over the sites where something bounds it.'),
  sites: integer('The number of sites in the sum.'),
  unbounded: integer('The number of sites where nothing bounds it. They are not in the sum.'),
});
export type HeadroomSum = Static<typeof HeadroomSum>;

export const HeadroomSums = titled('HeadroomSums', {
  from: instant('The start.'),
  to: instant('The end, not included.'),
  afrrImport: HeadroomSum,
  afrrExport: HeadroomSum,
  mfrrImport: HeadroomSum,
  mfrrExport: HeadroomSum,
  fcrImport: HeadroomSum,
  fcrExport: HeadroomSum,
  setpointUp: HeadroomSum,
  setpointDown: HeadroomSum,
});
export type HeadroomSums = Static<typeof HeadroomSums>;

export const FleetHeadroom = titled('FleetHeadroom', {
  sites: Type.Array(SiteHeadroom, { description: 'The headroom of each site, in the order of the request.' }),
  sum: Type.Array(HeadroomSums, { description: 'The sum over the sites, interval by interval.' }),
});
export type FleetHeadroom = Static<typeof FleetHeadroom>;
