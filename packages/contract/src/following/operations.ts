import { Type } from 'typebox';
import { SiteFollowing, SiteMeasurements } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';

const reading = { tag: 'Following', scope: 'sites:read', method: 'get' } as const;
const site = {
  siteId: EXAMPLES.siteId,
  siteName: 'Nordhafen',
  version: 17,
  reportedAt: '2026-10-25T01:00:00.480Z',
};
const startAt = '2026-10-25T00:00:00.000Z';
const endAt = '2026-10-25T00:15:00.000Z';
const tolerance = { kW: 5, percent: 5, rampSeconds: 60 };

export const followingOperations = [
  {
    ...reading,
    id: 'getSiteFollowing',
    bound: 'computed',
    path: PATHS.fleetSiteFollowing,
    summary: 'Read whether setpoints and limits were followed',
    description:
      'Compares planned with measured power. Lists every entry of a setpoint that has begun and overlaps the window, judged as a whole, and every entry of a limit of the connection point, judged within the window. Orders of pools that are in force now are listed too, each judged by the last report. With `Accept: text/csv`, a table of the entries.',
    parameters: [PARAMETERS.siteId, ...PARAMETERS.window],
    success: {
      status: 200,
      description: 'The entries, with what was planned and what was measured.',
      body: bodyOf(SiteFollowing, {
        ...site,
        tolerances: { grid: tolerance, bess: tolerance },
        entries: [
          {
            asset: 'grid',
            type: 'activePowerkW',
            startAt,
            endAt,
            value: 100,
            state: 'followed',
            judgedFrom: startAt,
            judgedUntil: endAt,
            measuredShare: 1,
            plannedkWh: 25,
            measuredkWh: 24.6,
            meanErrorkW: -1.6,
            withinShare: 1,
          },
        ],
        limits: [
          {
            asset: 'grid',
            type: 'upperLimitkW',
            startAt,
            endAt,
            value: 250,
            state: 'followed',
            judgedFrom: startAt,
            judgedUntil: endAt,
            measuredShare: 1,
            plannedkWh: null,
            measuredkWh: 24.6,
            meanErrorkW: 0,
            withinShare: 1,
          },
        ],
        orders: [],
      }),
      alsoAs: {
        mediaType: 'text/csv',
        schema: Type.String(),
        example: `asset,startAt,endAt,value,state,judgedFrom,judgedUntil,measuredShare,plannedkWh,measuredkWh,meanErrorkW,withinShare,orderedkWh,suppliedkWh,type\r\ngrid,${startAt},${endAt},100,followed,${startAt},${endAt},1,25,24.6,-1.6,1,,,activePowerkW\r\n`,
      },
    },
    otherwise: [REFUSALS.badWindow, REFUSALS.noSuchSite],
  },
  {
    ...reading,
    id: 'getSiteMeasurements',
    bound: 'computed',
    path: PATHS.fleetSiteMeasurements,
    summary: 'Read what was measured',
    description:
      'Means of what the controller reported; as CSV with `Accept: text/csv`. Means over one minute are kept for 48 hours, means over 15 minutes for 35 days.',
    parameters: [
      PARAMETERS.siteId,
      ...PARAMETERS.window,
      {
        ...PARAMETERS.resolution,
        description:
          'The length of a mean in minutes: 1, or a multiple of 15. The window may have at most 5,000 of them.',
        // Not a choice: generators make a type of its own of one.
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        schema: { ...PARAMETERS.resolution.schema, if: { minimum: 2 }, then: { multipleOf: 15 } },
      },
    ],
    success: {
      status: 200,
      description: 'The means, sorted by time.',
      body: bodyOf(SiteMeasurements, {
        ...site,
        measurements: [{ startAt, endAt, asset: 'bess', activePowerkW: -120.5, soc: 63.25 }],
      }),
      alsoAs: {
        mediaType: 'text/csv',
        schema: Type.String(),
        example: `startAt,endAt,asset,activePowerkW,soc\r\n${startAt},${endAt},bess,-120.5,63.25\r\n`,
      },
    },
    otherwise: [REFUSALS.badWindow, REFUSALS.noSuchSite],
  },
] as const satisfies readonly Operation[];
