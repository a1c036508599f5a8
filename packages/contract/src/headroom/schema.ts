import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { manySites, siteAnswer } from '../plan/schema.ts';
import { boolean, instant, integer, number, numberOrNull, orNull, text, titled } from '../schema/fields.ts';

export const Headroom = titled('Headroom', {
  kW: numberOrNull('To the watt, rounded down; null where nothing bounds it.'),
  binds: Type.Array(text(), { description: 'What leaves no more: commands, `rating` or `energy`.' }),
});
export type Headroom = Static<typeof Headroom>;

const setpoint = orNull(Headroom, 'null where the connection point has no setpoint.');

export const HeadroomInterval = titled(
  'HeadroomInterval',
  {
    from: instant(),
    to: instant(),
    isEnergyKnown: boolean('Whether the stored energy could be told throughout.'),
    afrrImport: Headroom,
    afrrExport: Headroom,
    mfrrImport: Headroom,
    mfrrExport: Headroom,
    fcrImport: Headroom,
    fcrExport: Headroom,
    setpointUp: setpoint,
    setpointDown: setpoint,
  },
  { description: 'How much more fits over the whole interval, each kind alone.' },
);
export type HeadroomInterval = Static<typeof HeadroomInterval>;

export const SiteHeadroom = siteAnswer('SiteHeadroom', { intervals: Type.Array(HeadroomInterval) });
export type SiteHeadroom = Static<typeof SiteHeadroom>;

export const FleetHeadroomRequest = titled('FleetHeadroomRequest', {
  ...manySites,
  resolution: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.maxResolutionMinutes,
      description: `Minutes; ${LIMITS.defaultResolutionMinutes} when left out.`,
    }),
  ),
});
export type FleetHeadroomRequest = Static<typeof FleetHeadroomRequest>;

export const HeadroomSum = titled('HeadroomSum', {
  kW: number('Of all sites where something bounds it.'),
  sites: integer('How many those are.'),
  unbounded: integer('How many sites nothing bounds; they are not in the sum.'),
});
export type HeadroomSum = Static<typeof HeadroomSum>;

export const HeadroomSums = titled('HeadroomSums', {
  from: instant(),
  to: instant(),
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
  sites: Type.Array(SiteHeadroom, { description: 'What each site contributes, in the order of the request.' }),
  sum: Type.Array(HeadroomSums),
});
export type FleetHeadroom = Static<typeof FleetHeadroom>;
