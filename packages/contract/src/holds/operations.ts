import { HeldSiteState, Hold, HoldList, HoldStatus, MakeHoldRequest } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS, pathId } from '../operations/parameters.ts';
import { badBody, badQuery, conflict, forbidden, notFound, REFUSALS } from '../operations/refusals.ts';

const HOLD_ID = 'e5a2c8d1-4f07-4b6e-93ad-1c8b7f60d254';
const tag = 'Holds';
const holdId = pathId('holdId', HOLD_ID, 'The `holdId` in the answer to the hold.');
const stopped: Hold = {
  holdId: HOLD_ID,
  allSites: true,
  reason: 'the trading system runs away',
  madeBy: EXAMPLES.clientId,
  actor: { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser' },
  releasedBy: null,
  isOperators: true,
  createdAt: EXAMPLES.createdAt,
  releasedAt: null,
  state: 'applying',
};
const noSuchHold = notFound('There is no such hold, or the client cannot see it.', 'there is no such hold');

const listHolds = {
  id: 'listHolds',
  head: false,
  method: 'get',
  path: PATHS.fleetHolds,
  tag,
  scope: 'sites:read',
  summary: 'List the holds',
  description: 'One page of the holds that concern the client, oldest first. An operator sees all holds.',
  parameters: [
    ...PARAMETERS.page,
    optionalQuery('state', 'Only open holds, or only released ones.', {
      type: 'string',
      enum: ['open', 'released'],
    }),
  ],
  success: ok('One page of holds.', HoldList, { holds: [stopped], nextCursor: null }),
  otherwise: [badQuery('state must be open or released')],
} as const satisfies Operation;

const makeHold = {
  id: 'makeHold',
  method: 'post',
  path: PATHS.fleetHolds,
  tag,
  scope: 'schedules:write',
  summary: 'Make a hold',
  description:
    'Stops commands without deleting them: on all sites, one site, the members of a pool, one asset of those, or all that one client set. A hold of a pool covers its members and every site that joins while it is open; a member that leaves stays held until the release. Controllers no longer get setpoints, state-of-charge targets, bookings, activations and FCR; limits and curtailment stay in force. Schedules stay set, and can be read and changed. A client may hold the sites and the pools that it may schedule, and everything that it set itself; with the scope `fleet:admin` it may hold anything. Many sites are held in steps; read the hold to see how far it has come.',
  request: bodyOf(MakeHoldRequest, { allSites: true, reason: 'the trading system runs away' }),
  success: {
    status: 201,
    description: 'The hold is on disk. It will reach every site that it covers, even if the service is killed.',
    body: bodyOf(Hold, stopped),
  },
  otherwise: [
    badBody('give exactly one of allSites, siteId, poolId and clientId'),
    REFUSALS.noAccess,
    notFound(
      'There is no such site or pool, or the client cannot see it; or there is no such client.',
      'there is no such site',
    ),
    conflict(
      'The client has as many open holds as it may have.',
      'this client has 100 open holds; release one first, or hold all it set',
    ),
  ],
} as const satisfies Operation;

const getHold = {
  id: 'getHold',
  head: false,
  method: 'get',
  path: PATHS.fleetHold,
  tag,
  scope: 'sites:read',
  summary: 'Read how far a hold has come',
  description:
    'Counts the sites in each state, and lists one page of them, sorted by `siteId`. Sites that are `not_stopped` cannot be reached, and may be carrying on. Only sites that the client can read are counted and listed; an operator sees all.',
  parameters: [holdId, ...PARAMETERS.page, optionalQuery('state', 'List only the sites in this state.', HeldSiteState)],
  success: ok('The hold, the counts, and one page of sites.', HoldStatus, {
    ...stopped,
    state: 'applied',
    counts: { sites: 9_812, confirmed: 9_790, waiting: 0, notStopped: 22, remaining: 0 },
    sites: [
      {
        siteId: EXAMPLES.siteId,
        siteName: 'Nordhafen',
        state: 'not_stopped',
        reportedAt: '2026-10-01T07:41:12.480Z',
      },
    ],
    nextCursor: null,
  }),
  otherwise: [badQuery('state must be one of confirmed, waiting, not_stopped'), noSuchHold],
} as const satisfies Operation;

const releaseHold = {
  id: 'releaseHold',
  method: 'delete',
  path: PATHS.fleetHold,
  tag,
  scope: 'schedules:write',
  summary: 'Release a hold',
  description:
    'Controllers get the held commands again, except those that another hold covers. The client that made the hold and every operator may release it. Releasing a hold twice changes nothing.',
  parameters: [holdId],
  success: ok('The hold is released; if it covers many sites, in steps.', Hold, {
    ...stopped,
    releasedAt: '2026-10-01T09:02:44.120Z',
    state: 'releasing',
  }),
  otherwise: [
    REFUSALS.noQuery,
    forbidden(
      'Another client or an operator made the hold, or the token lacks the scope.',
      'only the client that made this hold, or an operator, can release it',
    ),
    noSuchHold,
  ],
} as const satisfies Operation;

export const holdOperations = [listHolds, makeHold, getHold, releaseHold] as const satisfies readonly Operation[];
