import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { PARAMETERS } from '../operations/parameters.ts';
import { badBody, badQuery, REFUSALS } from '../operations/refusals.ts';
import { AcknowledgementList, AcknowledgeRequest } from './schema.ts';

const shared = { tag: 'Fleet', path: PATHS.fleetAcknowledgements } as const;
const until = '2026-10-01T16:30:00.000Z';

export const acknowledgementOperations = [
  {
    ...shared,
    id: 'listAcknowledgements',
    head: false,
    method: 'get',
    scope: 'sites:read',
    summary: 'List the acknowledged problems',
    description: 'One page of the acknowledgements in force on the sites that the client can see.',
    parameters: PARAMETERS.page,
    success: ok('One page of acknowledgements.', AcknowledgementList, {
      acknowledgements: [
        {
          siteId: EXAMPLES.siteId,
          problem: 'offline',
          note: 'the installer is on the way',
          actor: { kind: 'client', id: EXAMPLES.clientId, name: 'Optimiser' },
          createdAt: EXAMPLES.createdAt,
          until,
        },
      ],
      nextCursor: null,
    }),
    otherwise: [badQuery('limit must be a whole number from 1 to 1000')],
  },
  {
    ...shared,
    id: 'acknowledgeProblem',
    method: 'put',
    scope: 'schedules:write',
    summary: 'Acknowledge a problem',
    description:
      'Notes that somebody takes care of a problem of some sites, all or none of them. The console then lists it apart, for everybody, until `until`, or until it begins anew. It may be acknowledged before it is there. It changes nothing else: commands are carried out, and alerts are sent. Acknowledging the same problem again replaces the note and `until`. The client must be able to schedule the sites; with the scope `fleet:admin`, to see them.',
    request: bodyOf(AcknowledgeRequest, {
      siteIds: [EXAMPLES.siteId],
      problem: 'offline',
      until,
      note: 'the installer is on the way',
    }),
    success: { status: 204, description: 'The problem is acknowledged, or no longer.' },
    otherwise: [badBody('until: is in the past'), REFUSALS.noAccess, REFUSALS.noSuchSites],
  },
] as const satisfies readonly Operation[];
