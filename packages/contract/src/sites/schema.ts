import { Type, type Static } from 'typebox';
import { AssetScheduleCommand } from '../schedules/schema.ts';
import { boolean, instantOrNull, number, numberOrNull, oneOf, orNull, text, titled, uuid } from '../schema/fields.ts';

const ratings = {
  ratedPowerUpperLimitkW: number('The upper limit of the available rated power, in kW.'),
  ratedPowerLowerLimitkW: number('The lower limit of the available rated power, in kW.'),
  activePowerkW: Type.Optional(number('The active power of the group, in kW.')),
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
  availableStorageCapacitykWh: numberOrNull('The available storage capacity, in kWh.'),
  soc: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
    description: 'The state of charge, in percent.',
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
  { description: 'One key for each kind of asset group; null if the site has no such group.' },
);
export type Assets = Static<typeof Assets>;

const siteFields = {
  siteId: uuid(),
  siteName: text(),
  isOnline: boolean('Whether the controller has reported in the last 90 s and has not disconnected since.'),
  schedules: Type.Array(AssetScheduleCommand, {
    description: 'The commands that are set, in the order of the catalogue.',
  }),
  reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
};

export const Site = titled('Site', siteFields);
export type Site = Static<typeof Site>;

export const SiteDetails = titled('SiteDetails', { ...siteFields, assets: Assets });
export type SiteDetails = Static<typeof SiteDetails>;

export const SiteList = titled('SiteList', { sites: Type.Array(Site) });
export type SiteList = Static<typeof SiteList>;
