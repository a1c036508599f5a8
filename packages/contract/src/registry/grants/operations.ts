import { Grant, SubjectMapping } from '../clients/schema.ts';
import { PATHS } from '../../paths.ts';
import { badRequest, withToken, withTokenAndBody } from '../../operations/error-answers.ts';
import { SITE_ID } from '../../operations/examples.ts';
import { answersOf, bodyOf, type Operation, type Parameter, refusalOf } from '../../operations/operation.ts';
import { clientIdParameter } from '../../operations/parameters.ts';

const shared = { tag: 'Client registry', scope: 'fleet:admin' } as const;
const grant: Grant = { siteId: SITE_ID, can: 'schedule' };
const mapping: SubjectMapping = { issuer: 'https://login.example.com', subject: 'optimiser-7' };
const eitherSiteOrAll = badRequest('It is not clear which sites are meant.', 'name either siteId or allSites');

function queryParameter(name: string, rest: Omit<Parameter, 'name' | 'in'>): Parameter {
  return { name, in: 'query', ...rest };
}

const whichSites: readonly Parameter[] = [
  queryParameter('siteId', {
    required: false,
    description: 'The site of the grant; this or `allSites`.',
    schema: { type: 'string', format: 'uuid' },
  }),
  queryParameter('allSites', {
    required: false,
    description: 'For the grant on all sites; this or `siteId`.',
    schema: { const: 'true' },
  }),
];

const whichSubject: readonly Parameter[] = (['issuer', 'subject'] as const).map((name) =>
  queryParameter(name, {
    required: true,
    description: `The ${name} of the mapping.`,
    schema: { type: 'string' },
    example: mapping[name],
  }),
);

export const accessOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'putGrant',
    method: 'put',
    path: PATHS.fleetClientGrants,
    summary: 'Grant access to sites',
    description: 'Lets a client read or schedule one site or all of them; replaces the grant it had there.',
    parameters: [clientIdParameter],
    request: bodyOf(Grant, grant),
    answers: answersOf(
      [
        { status: 200, description: 'The grant is in force.', body: bodyOf(Grant, grant), headers: ['X-Request-Id'] },
        eitherSiteOrAll,
        refusalOf('not_found', {
          description: 'There is no such client, or no such site.',
          message: 'there is no such site',
        }),
      ],
      withTokenAndBody,
    ),
  },
  {
    ...shared,
    id: 'removeGrant',
    method: 'delete',
    path: PATHS.fleetClientGrants,
    summary: 'Take access away',
    description: 'Removes the grant on one site, or that on all sites. It takes effect with the next request.',
    parameters: [clientIdParameter, ...whichSites],
    answers: answersOf(
      [
        { status: 204, description: 'The grant is gone.', headers: ['X-Request-Id'] },
        eitherSiteOrAll,
        refusalOf('not_found', {
          description: 'There is no such client, or it has no such grant.',
          message: 'this client has no such grant',
        }),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'mapSubject',
    method: 'put',
    path: PATHS.fleetClientSubjects,
    summary: 'Map an outside subject',
    description: 'Lets tokens of an outside issuer with this subject act as the client.',
    parameters: [clientIdParameter],
    request: bodyOf(SubjectMapping, mapping),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The subject acts as the client.',
          body: bodyOf(SubjectMapping, mapping),
          headers: ['X-Request-Id'],
        },
        badRequest('The body is wrong, and the message says where.', 'issuer: must be string'),
        refusalOf('not_found', { description: 'There is no such client.', message: 'there is no such client' }),
        refusalOf('conflict', {
          description: 'The subject acts as another client.',
          message: 'this subject acts as the client 5a1e0c7d-94b2-4f36-a8d1-7e6c2b9f0d48; unmap it there first',
        }),
      ],
      withTokenAndBody,
    ),
  },
  {
    ...shared,
    id: 'unmapSubject',
    method: 'delete',
    path: PATHS.fleetClientSubjects,
    summary: 'Unmap an outside subject',
    description: 'Tokens with this subject are refused from the next request on.',
    parameters: [clientIdParameter, ...whichSubject],
    answers: answersOf(
      [
        { status: 204, description: 'The mapping is gone.', headers: ['X-Request-Id'] },
        badRequest('The query does not name a mapping.', 'name the mapping: issuer and subject'),
        refusalOf('not_found', {
          description: 'There is no such client, or it has no such mapping.',
          message: 'this client has no such mapping',
        }),
      ],
      withToken,
    ),
  },
];
