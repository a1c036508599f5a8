import { bodyOf, type Operation, ok } from '../../operations/operation.ts';
import { PARAMETERS, requiredQuery } from '../../operations/parameters.ts';
import { badBody, badRequest, conflict, notFound } from '../../operations/refusals.ts';
import { PATHS } from '../../paths.ts';
import { SubjectMapping } from './schema.ts';

const shared = { tag: 'Client registry', scope: 'fleet:admin', path: PATHS.fleetClientSubjects } as const;
const mapping: SubjectMapping = { issuer: 'https://login.example.com', subject: 'optimiser-7' };
const schema = { type: 'string' } as const;

const whichSubject = [
  requiredQuery('issuer', 'The issuer of the mapping.', { schema, example: mapping.issuer }),
  requiredQuery('subject', 'The subject of the mapping.', { schema, example: mapping.subject }),
] as const;

export const subjectOperations = [
  {
    ...shared,
    id: 'mapSubject',
    method: 'put',
    summary: 'Map an outside subject',
    description: 'Lets tokens of an outside issuer with this subject act as the client.',
    parameters: [PARAMETERS.clientId],
    request: bodyOf(SubjectMapping, mapping),
    success: ok('The subject acts as the client.', SubjectMapping, mapping),
    otherwise: [
      badBody('issuer: must be string'),
      notFound('There is no such client.', 'there is no such client'),
      conflict(
        'The subject acts as another client.',
        'this subject acts as the client 5a1e0c7d-94b2-4f36-a8d1-7e6c2b9f0d48; unmap it there first',
      ),
    ],
  },
  {
    ...shared,
    id: 'unmapSubject',
    method: 'delete',
    summary: 'Unmap an outside subject',
    description: 'Tokens with this subject are refused from the next request on.',
    parameters: [PARAMETERS.clientId, ...whichSubject],
    success: { status: 204, description: 'The mapping is removed.' },
    otherwise: [
      badRequest('The query does not name a mapping.', 'subject is missing'),
      notFound('There is no such client, or it has no such mapping.', 'this client has no such mapping'),
    ],
  },
] as const satisfies readonly Operation[];
