import {
  FleetHeadroom,
  FleetHeadroomRequest,
  type HeadroomInterval,
  type HeadroomSums,
  SiteHeadroom,
} from './schema.ts';
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
import { resolutionParameter, siteIdParameter, windowParameters } from '../operations/parameters.ts';

const reading = { tag: 'Plan and headroom', scope: 'sites:read' } as const;
const from = '2026-10-25T00:00:00.000Z';
const to = '2026-10-25T00:15:00.000Z';
const limited = { kW: 100, binds: ['grid/upperLimitkW'] };
const rated = { kW: 350, binds: ['rating'] };
const summed = { kW: 100, sites: 1, unbounded: 0 };

const interval: HeadroomInterval = {
  from,
  to,
  isEnergyKnown: true,
  afrrImport: limited,
  afrrExport: { kW: 60, binds: ['energy'] },
  mfrrImport: limited,
  mfrrExport: { kW: 60, binds: ['energy'] },
  fcrImport: limited,
  fcrExport: { kW: 240, binds: ['energy'] },
  setpointUp: limited,
  setpointDown: rated,
};
const sums: HeadroomSums = {
  from,
  to,
  afrrImport: summed,
  afrrExport: { ...summed, kW: 60 },
  mfrrImport: summed,
  mfrrExport: { ...summed, kW: 60 },
  fcrImport: summed,
  fcrExport: { ...summed, kW: 240 },
  setpointUp: summed,
  setpointDown: { ...summed, kW: 350 },
};
const site: SiteHeadroom = {
  siteId: SITE_ID,
  siteName: 'Nordhafen',
  version: 17,
  reportedAt: '2026-10-24T23:59:42.480Z',
  intervals: [interval],
};

export const headroomOperations: readonly Operation[] = [
  {
    ...reading,
    id: 'getSiteHeadroom',
    method: 'get',
    path: PATHS.fleetSiteHeadroom,
    summary: 'See how much more fits',
    description:
      'For each interval, how much more of each booking, and how far up and down the setpoint, fits limits, ratings and stored energy beside what is set: the most without a new issue in the plan, each kind alone, and what leaves no more.',
    parameters: [siteIdParameter, ...windowParameters, resolutionParameter],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The intervals, in order.',
          body: bodyOf(SiteHeadroom, site),
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
    id: 'getHeadroom',
    method: 'post',
    path: PATHS.fleetHeadroom,
    summary: 'See how much more fits on many sites',
    description:
      'The same for up to 1,000 sites, each by itself, and the sum. The answer is streamed; the sum comes last.',
    request: bodyOf(FleetHeadroomRequest, { siteIds: [SITE_ID], from, to }),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'What each site contributes, and the sum.',
          body: bodyOf(FleetHeadroom, { sites: [site], sum: [sums] }),
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
