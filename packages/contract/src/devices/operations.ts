import { EXAMPLES } from '../operations/examples.ts';
import { type Operation, get, ok } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';
import { SiteDevices } from './schema.ts';

export const deviceOperations = [
  {
    id: 'getSiteDevices',
    tag: 'Fleet',
    scope: 'sites:read',
    ...get(PATHS.fleetSiteDevices),
    summary: 'Read the devices of a site',
    description: 'The device tree, from which the asset groups are built.',
    parameters: [PARAMETERS.siteId],
    success: ok('The device tree; null before the first report.', SiteDevices, {
      siteId: EXAMPLES.siteId,
      reportedAt: '2030-01-01T10:00:12.480Z',
      devices: {
        uid: 'site',
        node_type: 'Dispatcher',
        device_type: 'site',
        children: [
          {
            uid: 'meter',
            node_type: 'Device',
            device_type: 'grid',
            children: [],
            rated_power_upper_limit_kW: 400,
            rated_power_lower_limit_kW: -400,
            active_power_kw: 132.4,
          },
        ],
      },
    }),
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
] as const satisfies readonly Operation[];
