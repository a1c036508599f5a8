import { Grant } from './schema.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, put, remove, ok } from '../../operations/operation.ts';
import { optionalQuery, PARAMETERS } from '../../operations/parameters.ts';
import { badRequest, notFound } from '../../operations/refusals.ts';

const shared = { tag: 'Client registry', scope: 'fleet:admin' } as const;
const grant: Grant = { siteId: EXAMPLES.siteId, can: 'schedule' };
const badGrant = badRequest(
  'The request must name one site, one pool or all sites, and no end in the past.',
  'give exactly one of siteId, poolId and allSites',
);
const oneOfThree = badRequest(
  'The request must name one site, one pool or all sites.',
  'give exactly one of siteId, poolId and allSites',
);

const whichSites = [
  optionalQuery('siteId', 'The site of the grant. Give this, `poolId` or `allSites`.', {
    type: 'string',
    format: 'uuid',
  }),
  optionalQuery('poolId', 'The pool of the grant. Give this, `siteId` or `allSites`.', {
    type: 'string',
    format: 'uuid',
  }),
  optionalQuery('allSites', 'For the grant on all sites. Give this, `siteId` or `poolId`.', {
    type: 'string',
    const: 'true',
  }),
] as const;

export const grantOperations = [
  {
    ...shared,
    id: 'putGrant',
    ...put(PATHS.fleetClientGrants),
    summary: 'Grant access to sites',
    description:
      'Lets a client read, or read and schedule, one site, the members of a pool, or all sites, until `endsAt` if that is given. Replaces the grant that it had there.',
    parameters: [PARAMETERS.clientId],
    request: bodyOf(Grant, grant),
    success: ok('The grant is in force.', Grant, grant),
    otherwise: [badGrant, notFound('There is no such client, no such site, or no such pool.', 'there is no such site')],
  },
  {
    ...shared,
    id: 'removeGrant',
    ...remove(PATHS.fleetClientGrants),
    summary: 'Remove a grant',
    description:
      'Removes the grant on one site, on one pool, or the one on all sites. It takes effect with the next request.',
    parameters: [PARAMETERS.clientId, ...whichSites],
    success: { status: 204, description: 'The grant is removed.' },
    otherwise: [
      oneOfThree,
      notFound('There is no such client, or it has no such grant.', 'this client has no such grant'),
    ],
  },
] as const satisfies readonly Operation[];
