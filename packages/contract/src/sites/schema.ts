import { Type, type Static } from 'typebox';
import { AssetScheduleCommand } from '../schedules/schema.ts';
import { boolean, instantOrNull, number, numberOrNull, oneOf, orNull, text, titled, uuid } from '../schema/fields.ts';

const ratings = {
  ratedPowerUpperLimitkW: number('Available rated power, upper limit, kW.'),
  ratedPowerLowerLimitkW: number('Available rated power, lower limit, kW.'),
  activePowerkW: Type.Optional(number('Active power of the group, kW.')),
};

export const BaseAssetGroup = titled('BaseAssetGroup', {
  id: text(),
  type: oneOf(['load', 'heatpump', 'genset', 'ev', 'grid', 'solar', 'wind']),
  ...ratings,
});
export type BaseAssetGroup = Static<typeof BaseAssetGroup>;

export const BessAssetGroup = titled('BessAssetGroup', {
  id: text(),
  type: Type.Literal('bess'),
  ...ratings,
  availableStorageCapacitykWh: numberOrNull('kWh.'),
  soc: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
    description: 'State of charge, percent.',
  }),
});
export type BessAssetGroup = Static<typeof BessAssetGroup>;

const baseGroupOrNull = orNull(BaseAssetGroup);

export const Assets = titled(
  'Assets',
  {
    grid: baseGroupOrNull,
    bess: orNull(BessAssetGroup),
    load: baseGroupOrNull,
    solar: baseGroupOrNull,
    ev: baseGroupOrNull,
    heatpump: baseGroupOrNull,
    genset: baseGroupOrNull,
    wind: baseGroupOrNull,
  },
  { description: 'One key a kind; null when the site has no such group.' },
);
export type Assets = Static<typeof Assets>;

const siteFields = {
  siteId: uuid(),
  siteName: text(),
  isOnline: boolean('Whether the controller reported lately and is still connected.'),
  schedules: Type.Array(AssetScheduleCommand, { description: 'What is set, in the order of the catalogue.' }),
  reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
};

export const Site = titled('Site', siteFields);
export type Site = Static<typeof Site>;

export const SiteDetails = titled('SiteDetails', { ...siteFields, assets: Assets });
export type SiteDetails = Static<typeof SiteDetails>;

export const SiteList = titled('SiteList', { sites: Type.Array(Site) });
export type SiteList = Static<typeof SiteList>;
