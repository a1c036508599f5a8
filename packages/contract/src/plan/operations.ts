import { Type } from 'typebox';
import { FleetPlans, FleetPlansRequest, type Plan, SitePlan } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, get, post, ok } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';

const reading = { tag: 'Plan and headroom', scope: 'sites:read' } as const;
const from = '2026-10-25T00:00:00.000Z';
const to = '2026-10-25T06:00:00.000Z';
const free = { from, to, target: null, offset: null, reserveImport: null, reserveExport: null };

const plan: Plan = {
  from,
  to,
  grid: [
    {
      from,
      to,
      target: 250,
      offset: null,
      lo: -400,
      hi: 250,
      reserveImport: 200,
      reserveExport: 0,
      because: [
        { source: 'grid/activePowerkW', delta: 100, after: 100 },
        { source: 'grid/afrrActivationkW', delta: 150, after: 250 },
        { source: 'grid/upperLimitkW', delta: 0, after: 250 },
      ],
      issues: [{ code: 'headroom_import', amount: 50 }],
    },
  ],
  bess: [{ ...free, lo: -200, hi: 200, because: [], issues: [], optimalSocPcnt: null }],
  solar: [{ ...free, lo: 0, hi: 150, because: [], issues: [] }],
  energy: { knownUntil: from, unknownBecause: 'no_target', violation: null },
};

const sitePlan: SitePlan = {
  siteId: EXAMPLES.siteId,
  siteName: 'Nordhafen',
  version: 17,
  reportedAt: '2026-10-24T23:59:42.480Z',
  plan,
};

export const planOperations = [
  {
    ...reading,
    id: 'getSitePlan',
    bound: 'computed',
    ...get(PATHS.fleetSitePlan),
    summary: 'Read the plan of a site',
    description:
      'The plan of a site, with reasons: for the connection point, the storage and solar, the power to aim at, the steps that lead there, and issues (conflicts between commands). Ratings and stored energy are those that the site last reported. With `Accept: text/csv`, a table with a segment in each line, without the steps.',
    parameters: [
      PARAMETERS.siteId,
      ...PARAMETERS.window,
      optionalQuery('because', 'With `false`, every `because` is empty: the answer is shorter. `true` if left out.', {
        type: 'boolean',
        default: true,
      }),
    ],
    success: {
      status: 200,
      description: 'The segments of each asset group, in order and without a gap.',
      body: bodyOf(SitePlan, sitePlan),
      alsoAs: {
        mediaType: 'text/csv',
        schema: Type.String(),
        example: `asset,from,to,targetkW,offsetkW,lokW,hikW,reserveImportkW,reserveExportkW,optimalSocPcnt,issues\r\ngrid,${from},${to},250,,-400,250,200,0,,headroom_import 50\r\n`,
      },
    },
    otherwise: [REFUSALS.badWindow, REFUSALS.noSuchSite],
  },
  {
    ...reading,
    id: 'getPlans',
    bound: 'computed',
    ...post(PATHS.fleetPlans),
    summary: 'Read the plans of many sites',
    description:
      'The plans of up to 1,000 sites, or of the members of a pool. The answer is streamed, no faster than the client reads.',
    request: bodyOf(FleetPlansRequest, { siteIds: [EXAMPLES.siteId], from, to }),
    success: ok('One plan per site, in the order of the request; of a pool sorted by `siteId`.', FleetPlans, {
      sites: [sitePlan],
    }),
    otherwise: [REFUSALS.badSites, REFUSALS.noSuchSites],
  },
] as const satisfies readonly Operation[];
