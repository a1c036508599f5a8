import { Type, type Static } from 'typebox';
import { AssetScheduleCommand } from '../schedules/schema.ts';
import { boolean, instantOrNull, number, numberOrNull, oneOf, orNull, text, titled, uuid } from '../schema/fields.ts';

const ratings = {
  ratedPowerUpperLimitkW: number('The upper limit of the available rated power, in kW.'),
  ratedPowerLowerLimitkW: number('The lower limit of the available rated power, in kW.'),
  activePowerkW: Type.Optional(number('The active power of the group, in kW.')),
};

export const BaseAssetGroup = titled('BaseAssetGroup', {
  id: text('The asset group: the id of the site and the asset.'),
  type: oneOf(['load', 'heatpump', 'genset', 'ev', 'grid', 'solar', 'wind'], 'The kind of asset group.'),
  ...ratings,
});
export type BaseAssetGroup = Static<typeof BaseAssetGroup>;

export const BessAssetGroup = titled('BessAssetGroup', {
  id: text('The asset group: the id of the site and the asset.'),
  type: Type.Literal('bess', { description: 'The kind of asset group.' }),
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

const groupOrNull = (what: string) => orNull(BaseAssetGroup, `${what}; null if the site has none.`);

export const Assets = titled(
  'Assets',
  {
    grid: groupOrNull('The connection point'),
    bess: orNull(BessAssetGroup, 'The storage; null if the site has none.'),
    load: groupOrNull('The loads'),
    solar: groupOrNull('The solar inverters'),
    ev: groupOrNull('The charging points'),
    heatpump: groupOrNull('The heat pumps'),
    genset: groupOrNull('The generators'),
    wind: groupOrNull('The wind turbines'),
  },
  { description: 'One key for each kind of asset group; null if the site has no such group.' },
);
export type Assets = Static<typeof Assets>;

const siteFields = {
  siteId: uuid('The site.'),
  siteName: text('The name of the site.'),
  isOnline: boolean(
    'Whether the controller has reported in time (90 s; `SETPOINT_OFFLINE_AFTER_SECONDS`) and has not disconnected since.',
  ),
  schedules: Type.Array(AssetScheduleCommand, {
    description: 'The commands that are set, in the order of the catalogue.',
  }),
  reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
};

export const Site = titled('Site', siteFields);
export type Site = Static<typeof Site>;

export const SiteDetails = titled('SiteDetails', { ...siteFields, assets: Assets });
export type SiteDetails = Static<typeof SiteDetails>;

export const SiteList = titled('SiteList', {
  sites: Type.Array(Site, { description: 'Sorted by name.' }),
});
export type SiteList = Static<typeof SiteList>;
