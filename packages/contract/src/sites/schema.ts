import { Type, type Static } from 'typebox';
import { AssetScheduleCommand } from '../schedules/schema.ts';

const strict = { additionalProperties: false } as const;

const ratings = {
  ratedPowerUpperLimitkW: Type.Number({ description: 'Available rated power, upper limit, kW.' }),
  ratedPowerLowerLimitkW: Type.Number({ description: 'Available rated power, lower limit, kW.' }),
  activePowerkW: Type.Optional(Type.Number({ description: 'Active power of the group, kW.' })),
};

export const BaseAssetGroup = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(['load', 'heatpump', 'genset', 'ev', 'grid', 'solar', 'wind']),
    ...ratings,
  },
  { ...strict, title: 'BaseAssetGroup' },
);
export type BaseAssetGroup = Static<typeof BaseAssetGroup>;

export const BessAssetGroup = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('bess'),
    ...ratings,
    availableStorageCapacitykWh: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'kWh.' }),
    soc: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 100,
      description: 'State of charge, percent.',
    }),
  },
  { ...strict, title: 'BessAssetGroup' },
);
export type BessAssetGroup = Static<typeof BessAssetGroup>;

const baseGroupOrNull = Type.Unsafe<BaseAssetGroup | null>({ anyOf: [BaseAssetGroup, { type: 'null' }] });

export const Assets = Type.Object(
  {
    grid: baseGroupOrNull,
    bess: Type.Unsafe<BessAssetGroup | null>({ anyOf: [BessAssetGroup, { type: 'null' }] }),
    load: baseGroupOrNull,
    solar: baseGroupOrNull,
    ev: baseGroupOrNull,
    heatpump: baseGroupOrNull,
    genset: baseGroupOrNull,
    wind: baseGroupOrNull,
  },
  { ...strict, title: 'Assets', description: 'One key a kind; null when the site has no such group.' },
);
export type Assets = Static<typeof Assets>;

const siteFields = {
  siteId: Type.String({ format: 'uuid' }),
  siteName: Type.String(),
  isOnline: Type.Boolean({ description: 'Whether the controller reported lately and is still connected.' }),
  schedules: Type.Array(AssetScheduleCommand, { description: 'What is set, in the order of the catalogue.' }),
  reportedAt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the controller last reported; null before its first report.',
  }),
};

export const Site = Type.Object(siteFields, { ...strict, title: 'Site' });
export type Site = Static<typeof Site>;

export const SiteDetails = Type.Object({ ...siteFields, assets: Assets }, { ...strict, title: 'SiteDetails' });
export type SiteDetails = Static<typeof SiteDetails>;

export const SiteList = Type.Object({ sites: Type.Array(Site) }, { ...strict, title: 'SiteList' });
export type SiteList = Static<typeof SiteList>;
