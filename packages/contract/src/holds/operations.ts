import { HELD_SITE_STATES, Hold, HoldList, HoldStatus, MakeHoldRequest } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS, pathId } from '../operations/parameters.ts';
import { badBody, badQuery, refusalOf, REFUSALS } from '../operations/refusals.ts';

const HOLD_ID = 'e5a2c8d1-4f07-4b6e-93ad-1c8b7f60d254';
const tag = 'Holds';
const holdId = pathId('holdId', HOLD_ID, 'As the answer to the hold named it.');
const stopped: Hold = {
  holdId: HOLD_ID,
  allSites: true,
  reason: 'the trading system runs away',
  madeBy: EXAMPLES.clientId,
  isOperators: true,
  createdAt: EXAMPLES.createdAt,
  releasedAt: null,
  state: 'applying',
};
const noSuchHold = refusalOf('not_found', {
  description: 'There is no such hold that this client can see.',
  message: 'there is no such hold',
});

const listHolds = {
  id: 'listHolds',
  method: 'get',
  path: PATHS.fleetHolds,
  tag,
  scope: 'sites:read',
  summary: 'List the holds',
  description: 'Those that concern this client, the oldest first, a page at a time; an operator sees all.',
  parameters: [
    ...PARAMETERS.page,
    optionalQuery('state', 'Only those that last, or only those let go.', { enum: ['open', 'released'] }),
  ],
  success: {
    status: 200,
    description: 'One page of holds.',
    body: bodyOf(HoldList, { holds: [stopped], nextCursor: null }),
  },
  otherwise: [badQuery('state must be one of open, released')],
} as const satisfies Operation;

const makeHold = {
  id: 'makeHold',
  method: 'post',
  path: PATHS.fleetHolds,
  tag,
  scope: 'schedules:write',
  summary: 'Make a hold',
  description:
    'Stops what was asked for: of all sites, of one, of one asset of it, or all that one client set. Setpoints, SoC targets, activations, bookings and FCR are no longer carried out; limits and curtailment are. What is set stays set and readable, and can be changed. A client can hold the sites that it may schedule and what it set itself; a token with the scope `fleet:admin` can hold anything. Many sites are held in steps, the first at once: `GET` the hold for how far it has come.',
  request: bodyOf(MakeHoldRequest, { allSites: true, reason: 'the trading system runs away' }),
  success: {
    status: 201,
    description: 'The hold is durable: it will be carried to every site it covers, whatever happens here.',
    body: bodyOf(Hold, stopped),
  },
  otherwise: [
    badBody('name one of allSites, siteId and clientId'),
    REFUSALS.noAccess,
    refusalOf('not_found', {
      description: 'There is no such site that this client can see, or no such client.',
      message: 'there is no such site',
    }),
  ],
} as const satisfies Operation;

const getHold = {
  id: 'getHold',
  method: 'get',
  path: PATHS.fleetHold,
  tag,
  scope: 'sites:read',
  summary: 'See how far a hold has come',
  description:
    'Counts the sites whose controllers confirmed it, and lists them by `siteId`, a page at a time. `not_stopped` are those that cannot be reached: they may be carrying on. A client sees and counts the sites that it can read; an operator all.',
  parameters: [
    holdId,
    ...PARAMETERS.page,
    optionalQuery('state', 'List only the sites in this state.', { enum: [...HELD_SITE_STATES] }),
  ],
  success: {
    status: 200,
    description: 'The hold, the counts, and one page of its sites.',
    body: bodyOf(HoldStatus, {
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
  },
  otherwise: [badQuery('state must be one of confirmed, waiting, not_stopped'), noSuchHold],
} as const satisfies Operation;

const releaseHold = {
  id: 'releaseHold',
  method: 'delete',
  path: PATHS.fleetHold,
  tag,
  scope: 'schedules:write',
  summary: 'Let a hold go',
  description:
    'What it stopped is carried out again, unless another hold covers it. The client that made a hold may, and any operator. Of one that was let go before, nothing changes.',
  parameters: [holdId],
  success: {
    status: 200,
    description: 'The hold is let go; many sites in steps.',
    body: bodyOf(Hold, { ...stopped, releasedAt: '2026-10-01T09:02:44.120Z', state: 'releasing' }),
  },
  otherwise: [
    REFUSALS.noQuery,
    refusalOf('forbidden', {
      description: 'Another client or an operator made the hold, or the token lacks the scope.',
      message: 'this hold can be let go by the client that made it, or by an operator',
    }),
    noSuchHold,
  ],
} as const satisfies Operation;

export const holdOperations = [listHolds, makeHold, getHold, releaseHold] as const satisfies readonly Operation[];
