import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { manySites, siteAnswer } from '../plan/schema.ts';

const strict = { additionalProperties: false } as const;
const instant = Type.String({ format: 'date-time' });

export const Headroom = Type.Object(
  {
    kW: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'To the watt, rounded down; null where nothing bounds it.',
    }),
    binds: Type.Array(Type.String(), { description: 'What leaves no more: commands, `rating` or `energy`.' }),
  },
  { ...strict, title: 'Headroom' },
);
export type Headroom = Static<typeof Headroom>;

const setpoint = Type.Unsafe<Headroom | null>({
  anyOf: [Headroom, { type: 'null' }],
  description: 'null where the connection point has no setpoint.',
});

export const HeadroomInterval = Type.Object(
  {
    from: instant,
    to: instant,
    isEnergyKnown: Type.Boolean({ description: 'Whether the stored energy could be told throughout.' }),
    afrrImport: Headroom,
    afrrExport: Headroom,
    mfrrImport: Headroom,
    mfrrExport: Headroom,
    fcrImport: Headroom,
    fcrExport: Headroom,
    setpointUp: setpoint,
    setpointDown: setpoint,
  },
  { ...strict, title: 'HeadroomInterval', description: 'How much more fits over the whole interval, each kind alone.' },
);
export type HeadroomInterval = Static<typeof HeadroomInterval>;

export const SiteHeadroom = siteAnswer('SiteHeadroom', { intervals: Type.Array(HeadroomInterval) });
export type SiteHeadroom = Static<typeof SiteHeadroom>;

export const FleetHeadroomRequest = Type.Object(
  {
    ...manySites,
    resolution: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.maxResolutionMinutes,
        description: `Minutes; ${LIMITS.defaultResolutionMinutes} when left out.`,
      }),
    ),
  },
  { ...strict, title: 'FleetHeadroomRequest' },
);
export type FleetHeadroomRequest = Static<typeof FleetHeadroomRequest>;

export const HeadroomSum = Type.Object(
  {
    kW: Type.Number({ description: 'Of all sites where something bounds it.' }),
    sites: Type.Integer({ description: 'How many those are.' }),
    unbounded: Type.Integer({ description: 'How many sites nothing bounds; they are not in the sum.' }),
  },
  { ...strict, title: 'HeadroomSum' },
);
export type HeadroomSum = Static<typeof HeadroomSum>;

export const HeadroomSums = Type.Object(
  {
    from: instant,
    to: instant,
    afrrImport: HeadroomSum,
    afrrExport: HeadroomSum,
    mfrrImport: HeadroomSum,
    mfrrExport: HeadroomSum,
    fcrImport: HeadroomSum,
    fcrExport: HeadroomSum,
    setpointUp: HeadroomSum,
    setpointDown: HeadroomSum,
  },
  { ...strict, title: 'HeadroomSums' },
);
export type HeadroomSums = Static<typeof HeadroomSums>;

export const FleetHeadroom = Type.Object(
  {
    sites: Type.Array(SiteHeadroom, { description: 'What each site contributes, in the order of the request.' }),
    sum: Type.Array(HeadroomSums),
  },
  { ...strict, title: 'FleetHeadroom' },
);
export type FleetHeadroom = Static<typeof FleetHeadroom>;
