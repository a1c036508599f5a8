import {
  AddClientRequest,
  AddedClient,
  ChangeClientRequest,
  ClientSecretResponse,
  RegisteredClient,
  RegisteredClientList,
} from './schema.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import {
  type Answer,
  bodyOf,
  type Operation,
  get,
  patch,
  post,
  remove,
  ok,
  shownOnce,
} from '../../operations/operation.ts';
import { PARAMETERS } from '../../operations/parameters.ts';
import { badBody, badQuery, conflict, notFound, REFUSALS } from '../../operations/refusals.ts';

const shared = { tag: 'Client registry', scope: 'fleet:admin' } as const;
const clientSecret = 'scs_9vX2kLmP4rT7wYbN1cQ6dF8gH0jS3zAeUiOoRtVxWyE';
const registered: RegisteredClient = {
  clientId: EXAMPLES.clientId,
  clientName: 'Day-ahead optimiser',
  isEnabled: true,
  scopes: ['sites:read', 'schedules:write'],
  grants: [{ siteId: EXAMPLES.siteId, can: 'schedule' }],
  subjects: [{ issuer: 'https://login.example.com', subject: 'optimiser-7' }],
  createdAt: EXAMPLES.createdAt,
};

const theClient = {
  status: 200,
  description: 'The client.',
  body: bodyOf(RegisteredClient, registered),
  headers: ['X-Request-Id'],
} as const satisfies Answer;

const noSuchClient = notFound(
  'There is no such client. An id that is not a UUID names none.',
  'there is no such client',
  'NoSuchClient',
);

function ownClient(verb: string): Answer {
  return conflict(`A client cannot ${verb} itself.`, `a client cannot ${verb} itself; let another operator do it`);
}

export const clientRegistryOperations = [
  {
    ...shared,
    id: 'listClients',
    ...get(PATHS.fleetClients),
    summary: 'List the clients',
    description: 'One page of all clients, sorted by name, with what they may do.',
    parameters: PARAMETERS.page,
    success: ok('One page of clients.', RegisteredClientList, { clients: [registered], nextCursor: null }),
    otherwise: [badQuery('limit must be a whole number from 1 to 1000')],
  },
  {
    ...shared,
    id: 'addClient',
    ...post(PATHS.fleetClients),
    summary: 'Add a client',
    description:
      'Registers a client and makes its first secret, which is shown only once. The client has no grants yet.',
    request: bodyOf(AddClientRequest, { clientName: 'Day-ahead optimiser', scopes: ['sites:read', 'schedules:write'] }),
    success: shownOnce('The client is registered.', AddedClient, {
      clientId: EXAMPLES.clientId,
      clientName: 'Day-ahead optimiser',
      clientSecret,
    }),
    otherwise: [badBody('clientName: must NOT have fewer than 1 characters')],
  },
  {
    ...shared,
    id: 'getClient',
    ...get(PATHS.fleetClient),
    summary: 'Read a client',
    description: 'One client with its scopes, its grants, and the outside subjects that act as it.',
    parameters: [PARAMETERS.clientId],
    success: theClient,
    otherwise: [REFUSALS.noQuery, noSuchClient],
  },
  {
    ...shared,
    id: 'changeClient',
    ...patch(PATHS.fleetClient),
    summary: 'Change a client',
    description:
      'Changes the name or the scopes of a client, disables it, or enables it. Fields that are left out stay as they are. A disabled client is refused from the next request on. With a scope taken away, as when it is disabled, its tokens, its sign-in links and its sessions in the console end for ever; its secrets stay valid.',
    parameters: [PARAMETERS.clientId],
    request: bodyOf(ChangeClientRequest, { isEnabled: false }),
    success: { ...theClient, body: bodyOf(RegisteredClient, { ...registered, isEnabled: false }) },
    otherwise: [badBody('body: must NOT have fewer than 1 properties'), noSuchClient, ownClient('disable')],
  },
  {
    ...shared,
    id: 'removeClient',
    ...remove(PATHS.fleetClient),
    summary: 'Remove a client',
    description: 'Removes a client with its secrets, grants and subjects. The schedules that it set stay.',
    parameters: [PARAMETERS.clientId],
    success: { status: 204, description: 'The client is removed.' },
    otherwise: [REFUSALS.noQuery, noSuchClient, ownClient('remove')],
  },
  {
    ...shared,
    id: 'addClientSecret',
    ...post(PATHS.fleetClientSecrets),
    summary: 'Add a client secret',
    description:
      'Makes another secret, which is shown only once. The one before it stays valid, so that a secret can be replaced without a gap; older ones end, and with them the tokens, the sign-in links and the sessions in the console that were made with them. At `endsAt` it ends, and so does what was made with it.',
    parameters: [PARAMETERS.clientId, PARAMETERS.endsAt],
    success: shownOnce('The secret is valid from now on.', ClientSecretResponse, {
      clientId: EXAMPLES.clientId,
      clientSecret,
      endsAt: null,
    }),
    otherwise: [badQuery('endsAt: is in the past'), noSuchClient],
  },
  {
    ...shared,
    id: 'endClientSessions',
    ...remove(PATHS.fleetClientSessions),
    summary: 'Sign a client out everywhere',
    description:
      'Ends the sessions of the client in the console, its unused sign-in links and all its tokens, those of outside issuers included. Its secrets stay valid: with one it can get a new token at once.',
    parameters: [PARAMETERS.clientId],
    success: { status: 204, description: 'All sessions, links and tokens have ended.' },
    otherwise: [REFUSALS.noQuery, noSuchClient],
  },
] as const satisfies readonly Operation[];
