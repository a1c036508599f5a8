import { Type } from 'typebox';
import {
  FleetHeadroom,
  FleetHeadroomRequest,
  type HeadroomInterval,
  type HeadroomSums,
  SiteHeadroom,
} from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, get, post, ok } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { REFUSALS } from '../operations/refusals.ts';

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
  siteId: EXAMPLES.siteId,
  siteName: 'Nordhafen',
  version: 17,
  reportedAt: '2026-10-24T23:59:42.480Z',
  intervals: [interval],
};

const KINDS = [
  'afrrImport',
  'afrrExport',
  'mfrrImport',
  'mfrrExport',
  'fcrImport',
  'fcrExport',
  'setpointUp',
  'setpointDown',
] as const;

function tableOf(row: HeadroomInterval): string {
  const columns = KINDS.flatMap((kind) => [`${kind}kW`, `${kind}Binds`]);
  const cells = KINDS.flatMap((kind) => [row[kind]?.kW ?? '', row[kind]?.binds.join(' ') ?? '']);
  const head = `from,to,isEnergyKnown,${columns.join(',')}`;
  return `${head}\r\n${row.from},${row.to},${row.isEnergyKnown},${cells.join(',')}\r\n`;
}

export const headroomOperations = [
  {
    ...reading,
    id: 'getSiteHeadroom',
    bound: 'computed',
    ...get(PATHS.fleetSiteHeadroom),
    summary: 'Read the headroom of a site',
    description:
      'How much more fits on top of what is set, in each interval: of each booking, and of the setpoint up and down. It is the most that can be added of one kind alone without a new issue in the plan, with the limit. With `Accept: text/csv`, a table with an interval in each line.',
    parameters: [PARAMETERS.siteId, ...PARAMETERS.window, PARAMETERS.resolution],
    success: {
      status: 200,
      description: 'The intervals, in order.',
      body: bodyOf(SiteHeadroom, site),
      alsoAs: { mediaType: 'text/csv', schema: Type.String(), example: tableOf(interval) },
    },
    otherwise: [REFUSALS.badWindow, REFUSALS.noSuchSite],
  },
  {
    ...reading,
    id: 'getHeadroom',
    bound: 'computed',
    ...post(PATHS.fleetHeadroom),
    summary: 'Read the headroom of many sites',
    description:
      'The headroom of up to 1,000 sites, or of the members of a pool, and the sum. The answer is streamed; the sum comes last.',
    request: bodyOf(FleetHeadroomRequest, { siteIds: [EXAMPLES.siteId], from, to }),
    success: ok('The headroom of each site, and the sum.', FleetHeadroom, { sites: [site], sum: [sums] }),
    otherwise: [REFUSALS.badSites, REFUSALS.noSuchSites],
  },
] as const satisfies readonly Operation[];
