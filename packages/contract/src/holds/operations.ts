import { HELD_SITE_STATES, Hold, HoldList, HoldStatus, MakeHoldRequest } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, noAccess, ofPost, withToken, withTokenAndBody } from '../operations/error-answers.ts';
import { CLIENT_ID, CREATED_AT, SITE_ID } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, type Parameter, refusalOf } from '../operations/operation.ts';
import { pageParameters, siteIdParameter } from '../operations/parameters.ts';

const HOLD_ID = 'e5a2c8d1-4f07-4b6e-93ad-1c8b7f60d254';
const tag = 'Holds';
const holdIdParameter: Parameter = {
  ...siteIdParameter,
  name: 'holdId',
  example: HOLD_ID,
  description: 'As the answer to the hold named it.',
};
const stateParameter = (description: string, states: readonly string[]): Parameter => ({
  name: 'state',
  in: 'query',
  required: false,
  description,
  schema: { enum: [...states] },
});
const stopped: Hold = {
  holdId: HOLD_ID,
  allSites: true,
  reason: 'the trading system runs away',
  madeBy: CLIENT_ID,
  isOperators: true,
  createdAt: CREATED_AT,
  releasedAt: null,
  state: 'applying',
};
const noSuchHold = refusalOf('not_found', {
  description: 'There is no such hold that this client can see.',
  message: 'there is no such hold',
});

const listHolds: Operation = {
  id: 'listHolds',
  method: 'get',
  path: PATHS.fleetHolds,
  tag,
  scope: 'sites:read',
  summary: 'List the holds',
  description: 'Those that concern this client, the oldest first, a page at a time; an operator sees all.',
  parameters: [...pageParameters, stateParameter('Only those that last, or only those let go.', ['open', 'released'])],
  answers: answersOf(
    [
      {
        status: 200,
        description: 'One page of holds.',
        body: bodyOf(HoldList, { holds: [stopped], nextCursor: null }),
        headers: ['X-Request-Id'],
      },
      badRequest('A query parameter is unknown, repeated or wrong.', 'state must be one of open, released'),
    ],
    withToken,
  ),
};

const makeHold: Operation = {
  id: 'makeHold',
  method: 'post',
  path: PATHS.fleetHolds,
  tag,
  scope: 'schedules:write',
  summary: 'Make a hold',
  description:
    'Stops what was asked for: of all sites, of one, of one asset of it, or all that one client set. Setpoints, SoC targets, activations, bookings and FCR are no longer carried out; limits and curtailment are. What is set stays set and readable, and can be changed. A client can hold the sites that it may schedule and what it set itself; a token with the scope `fleet:admin` can hold anything. Many sites are held in steps, the first at once: `GET` the hold for how far it has come.',
  request: bodyOf(MakeHoldRequest, { allSites: true, reason: 'the trading system runs away' }),
  answers: answersOf(
    [
      {
        status: 201,
        description: 'The hold is durable: it will be carried to every site it covers, whatever happens here.',
        body: bodyOf(Hold, stopped),
        headers: ['X-Request-Id'],
      },
      badRequest('The body is wrong, and the message says where.', 'name one of allSites, siteId and clientId'),
      noAccess,
      refusalOf('not_found', {
        description: 'There is no such site that this client can see, or no such client.',
        message: 'there is no such site',
      }),
    ],
    ofPost(withTokenAndBody),
  ),
};

const getHold: Operation = {
  id: 'getHold',
  method: 'get',
  path: PATHS.fleetHold,
  tag,
  scope: 'sites:read',
  summary: 'See how far a hold has come',
  description:
    'Counts the sites whose controllers confirmed it, and lists them by `siteId`, a page at a time. `not_stopped` are those that cannot be reached: they may be carrying on. A client sees and counts the sites that it can read; an operator all.',
  parameters: [
    holdIdParameter,
    ...pageParameters,
    stateParameter('List only the sites in this state.', HELD_SITE_STATES),
  ],
  answers: answersOf(
    [
      {
        status: 200,
        description: 'The hold, the counts, and one page of its sites.',
        body: bodyOf(HoldStatus, {
          ...stopped,
          state: 'applied',
          counts: { sites: 9_812, confirmed: 9_790, waiting: 0, notStopped: 22, remaining: 0 },
          sites: [
            {
              siteId: SITE_ID,
              siteName: 'Nordhafen',
              state: 'not_stopped',
              reportedAt: '2026-10-01T07:41:12.480Z',
            },
          ],
          nextCursor: null,
        }),
        headers: ['X-Request-Id'],
      },
      badRequest(
        'A query parameter is unknown, repeated or wrong.',
        'state must be one of confirmed, waiting, not_stopped',
      ),
      noSuchHold,
    ],
    withToken,
  ),
};

const releaseHold: Operation = {
  id: 'releaseHold',
  method: 'delete',
  path: PATHS.fleetHold,
  tag,
  scope: 'schedules:write',
  summary: 'Let a hold go',
  description:
    'What it stopped is carried out again, unless another hold covers it. The client that made a hold may, and any operator. Of one that was let go before, nothing changes.',
  parameters: [holdIdParameter],
  answers: answersOf(
    [
      {
        status: 200,
        description: 'The hold is let go; many sites in steps.',
        body: bodyOf(Hold, { ...stopped, releasedAt: '2026-10-01T09:02:44.120Z', state: 'releasing' }),
        headers: ['X-Request-Id'],
      },
      badRequest('The path takes no query parameters.', 'unknown query parameter "page"; this path takes none'),
      refusalOf('forbidden', {
        description: 'Another client or an operator made the hold, or the token lacks the scope.',
        message: 'this hold can be let go by the client that made it, or by an operator',
      }),
      noSuchHold,
    ],
    withToken,
  ),
};

export const holdOperations: readonly Operation[] = [listHolds, makeHold, getHold, releaseHold];
