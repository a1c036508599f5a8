import {
  AddClientRequest,
  AddClientResponse,
  ChangeClientRequest,
  ClientSecretResponse,
  RegisteredClient,
  RegisteredClientList,
} from './schema.ts';
import { PATHS } from '../../paths.ts';
import { badRequest, noSuchClient, ofPost, withToken, withTokenAndBody } from '../../operations/error-answers.ts';
import { CLIENT_ID, CREATED_AT, SITE_ID } from '../../operations/examples.ts';
import { type Answer, answersOf, bodyOf, type Operation, refusalOf } from '../../operations/operation.ts';
import { clientIdParameter, pageParameters } from '../../operations/parameters.ts';

const shared = { tag: 'Client registry', scope: 'fleet:admin' } as const;
const clientSecret = 'scs_9vX2kLmP4rT7wYbN1cQ6dF8gH0jS3zAeUiOoRtVxWyE';
const registered: RegisteredClient = {
  clientId: CLIENT_ID,
  clientName: 'Day-ahead optimiser',
  isEnabled: true,
  scopes: ['sites:read', 'schedules:write'],
  grants: [{ siteId: SITE_ID, can: 'schedule' }],
  subjects: [{ issuer: 'https://login.example.com', subject: 'optimiser-7' }],
  createdAt: CREATED_AT,
};

const theClient: Answer = {
  status: 200,
  description: 'The client.',
  body: bodyOf(RegisteredClient, registered),
  headers: ['X-Request-Id'],
};
const noQuery = badRequest(
  'The path takes no query parameters.',
  'unknown query parameter "page"; this path takes none',
);

function ownClient(verb: string): Answer {
  return refusalOf('conflict', {
    description: `A client cannot ${verb} itself, so that the last operator does not lock everybody out.`,
    message: `a client cannot ${verb} itself; let another operator do it`,
  });
}

export const clientRegistryOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'listClients',
    method: 'get',
    path: PATHS.fleetClients,
    summary: 'List the clients',
    description: 'All clients, by name, with what they may do, a page at a time.',
    parameters: pageParameters,
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One page of clients.',
          body: bodyOf(RegisteredClientList, { clients: [registered], nextCursor: null }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'limit must be a whole number from 1 to 1000'),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'addClient',
    method: 'post',
    path: PATHS.fleetClients,
    summary: 'Add a client',
    description: 'Registers a client and makes its first secret, which is shown this once. It can touch no site yet.',
    request: bodyOf(AddClientRequest, { clientName: 'Day-ahead optimiser', scopes: ['sites:read', 'schedules:write'] }),
    answers: answersOf(
      [
        {
          status: 201,
          description: 'The client is registered.',
          body: bodyOf(AddClientResponse, { clientId: CLIENT_ID, clientName: 'Day-ahead optimiser', clientSecret }),
          headers: ['X-Request-Id'],
        },
        badRequest(
          'The body is wrong, and the message says where.',
          'clientName: must NOT have fewer than 1 characters',
        ),
      ],
      ofPost(withTokenAndBody),
    ),
  },
  {
    ...shared,
    id: 'getClient',
    method: 'get',
    path: PATHS.fleetClient,
    summary: 'Read a client',
    description: 'One client with its scopes, its grants and the outside subjects that act as it.',
    parameters: [clientIdParameter],
    answers: answersOf([theClient, noQuery, noSuchClient], withToken),
  },
  {
    ...shared,
    id: 'changeClient',
    method: 'patch',
    path: PATHS.fleetClient,
    summary: 'Enable or disable a client',
    description: 'A disabled client is refused from the next request on, whatever tokens are out.',
    parameters: [clientIdParameter],
    request: bodyOf(ChangeClientRequest, { isEnabled: false }),
    answers: answersOf(
      [
        { ...theClient, body: bodyOf(RegisteredClient, { ...registered, isEnabled: false }) },
        badRequest('The body is wrong, and the message says where.', 'isEnabled: must be boolean'),
        noSuchClient,
        ownClient('disable'),
      ],
      withTokenAndBody,
    ),
  },
  {
    ...shared,
    id: 'removeClient',
    method: 'delete',
    path: PATHS.fleetClient,
    summary: 'Remove a client',
    description: 'Removes a client with its secrets, grants and subjects. What it scheduled stays.',
    parameters: [clientIdParameter],
    answers: answersOf(
      [
        { status: 204, description: 'The client is gone.', headers: ['X-Request-Id'] },
        noQuery,
        noSuchClient,
        ownClient('remove'),
      ],
      withToken,
    ),
  },
  {
    ...shared,
    id: 'addClientSecret',
    method: 'post',
    path: PATHS.fleetClientSecrets,
    summary: 'Add a secret',
    description: 'Makes another secret, shown this once. The newest older one stays good, so a change leaves no gap.',
    parameters: [clientIdParameter],
    answers: answersOf(
      [
        {
          status: 201,
          description: 'The secret is good from now on.',
          body: bodyOf(ClientSecretResponse, { clientId: CLIENT_ID, clientSecret }),
          headers: ['X-Request-Id'],
        },
        noQuery,
        noSuchClient,
      ],
      ofPost(withToken),
    ),
  },
];
