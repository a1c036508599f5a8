import { FleetPlans, FleetPlansRequest, type Plan, SitePlan } from './schema.ts';
import { PATHS } from '../paths.ts';
import {
  badRequest,
  badWindow,
  noSuchSite,
  noSuchSites,
  ofPost,
  withToken,
  withTokenAndBody,
} from '../operations/error-answers.ts';
import { SITE_ID } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation } from '../operations/operation.ts';
import { siteIdParameter, windowParameters } from '../operations/parameters.ts';

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
  siteId: SITE_ID,
  siteName: 'Nordhafen',
  version: 17,
  reportedAt: '2026-10-24T23:59:42.480Z',
  plan,
};

export const planOperations: readonly Operation[] = [
  {
    ...reading,
    id: 'getSitePlan',
    method: 'get',
    path: PATHS.fleetSitePlan,
    summary: 'See what will happen and why',
    description:
      'For the connection point, the storage and solar: what is aimed at, the steps that led there, and what does not fit together. Ratings and stored energy are those that the site reported last.',
    parameters: [siteIdParameter, ...windowParameters],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The segments of each group, in order, without a gap.',
          body: bodyOf(SitePlan, sitePlan),
          headers: ['X-Request-Id'],
        },
        badWindow,
        noSuchSite,
      ],
      withToken,
    ),
  },
  {
    ...reading,
    id: 'getPlans',
    method: 'post',
    path: PATHS.fleetPlans,
    summary: 'See the plans of many sites',
    description: 'The same for up to 1,000 sites. The answer is streamed: it comes as fast as it is read.',
    request: bodyOf(FleetPlansRequest, { siteIds: [SITE_ID], from, to }),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One plan a site, in the order of the request.',
          body: bodyOf(FleetPlans, { sites: [sitePlan] }),
          headers: ['X-Request-Id'],
        },
        badRequest(
          'The body has another shape, a site twice or an instant that is none, or the window is empty or too long.',
          'to must lie after from',
        ),
        noSuchSites,
      ],
      ofPost(withTokenAndBody),
    ),
  },
];
