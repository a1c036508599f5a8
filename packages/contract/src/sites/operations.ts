import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';
import { SiteDetails, SiteList } from './schema.ts';
import { EXAMPLE_COMMANDS } from '../schedules/example-commands.ts';

const shared = { method: 'get', tag: 'Sites and schedules', scope: 'sites:read' } as const;
const site: SiteDetails = {
  siteId: EXAMPLES.siteId,
  siteName: 'Nordhafen',
  isOnline: true,
  schedules: [EXAMPLE_COMMANDS.gridLimit, EXAMPLE_COMMANDS.storageSetpoint],
  reportedAt: '2026-10-25T00:00:12.480Z',
  assets: {
    grid: {
      id: `${EXAMPLES.siteId}:grid`,
      type: 'grid',
      ratedPowerUpperLimitkW: 400,
      ratedPowerLowerLimitkW: -400,
      activePowerkW: 132.4,
    },
    bess: {
      id: `${EXAMPLES.siteId}:bess`,
      type: 'bess',
      ratedPowerUpperLimitkW: 200,
      ratedPowerLowerLimitkW: -200,
      activePowerkW: -120.5,
      availableStorageCapacitykWh: 410,
      soc: 63.25,
    },
    load: null,
    solar: {
      id: `${EXAMPLES.siteId}:solar`,
      type: 'solar',
      ratedPowerUpperLimitkW: 150,
      ratedPowerLowerLimitkW: 0,
      activePowerkW: 0,
    },
    ev: null,
    heatpump: null,
    genset: null,
    wind: null,
  },
};
const { assets: _assets, ...listedSite } = site;

const listSites = {
  ...shared,
  id: 'listSites',
  path: PATHS.sites,
  summary: 'List the sites',
  description:
    'Every site that the client can see, sorted by name, with its schedule. A client without grants sees none.',
  success: ok('The sites.', SiteList, { sites: [listedSite] }),
} as const satisfies Operation;

const getSite = {
  ...shared,
  id: 'getSite',
  path: PATHS.site,
  summary: 'Read one site',
  description: 'One site with its schedule and the state of each asset group, as its controller last reported it.',
  parameters: [PARAMETERS.siteId, PARAMETERS.ifNoneMatch],
  success: {
    status: 200,
    description: 'The site.',
    body: bodyOf(SiteDetails, site),
    headers: ['X-Request-Id', 'ETag', 'Schedule-Version'],
  },
  otherwise: [
    {
      status: 304,
      description: 'Nothing has changed since the body that `If-None-Match` names.',
      headers: ['X-Request-Id', 'ETag', 'Schedule-Version'],
    },
    REFUSALS.noAccess,
    REFUSALS.noSuchSite,
  ],
} as const satisfies Operation;

export const siteOperations = [listSites, getSite] as const satisfies readonly Operation[];
