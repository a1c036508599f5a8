import { RegistryDocument, RegistryImport } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, ofPost, withToken, withTokenAndBody } from '../operations/error-answers.ts';
import { CLIENT_ID, SITE_ID } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, refusalOf } from '../operations/operation.ts';

const registry = { tag: 'Site registry', scope: 'fleet:admin', path: PATHS.fleetRegistry } as const;

const document: RegistryDocument = {
  format: 'setpoint-registry-1',
  sites: [{ siteId: SITE_ID, siteName: 'Nordhafen', timeZone: 'Europe/Berlin', notes: 'feeder 3' }],
  clients: [
    {
      clientName: 'Optimiser',
      isEnabled: true,
      scopes: ['sites:read', 'schedules:write'],
      grants: [{ siteId: SITE_ID, can: 'schedule' }],
      subjects: [],
    },
  ],
};

export const registryDocumentOperations: readonly Operation[] = [
  {
    ...registry,
    id: 'exportRegistry',
    method: 'get',
    summary: 'Export the registry',
    description: 'All sites, clients and grants as one document, without any secret.',
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The document, which an import takes.',
          body: bodyOf(RegistryDocument, document),
          headers: ['X-Request-Id'],
        },
        badRequest('The path takes no query parameters.', 'unknown query parameter "page"; this path takes none'),
      ],
      withToken,
    ),
  },
  {
    ...registry,
    id: 'importRegistry',
    method: 'post',
    summary: 'Import a registry',
    description:
      'Adds and changes what the document names, step by step, each of them durable; nothing is removed, and the scopes of a client that is there stay. The same document sent again goes on where it stopped. At most 32 MiB.',
    parameters: [
      {
        name: 'dryRun',
        in: 'query',
        required: false,
        description: '`true`: only say what would be done.',
        schema: { type: 'string', enum: ['true'] },
      },
    ],
    request: bodyOf(RegistryDocument, document),
    answers: answersOf(
      [
        {
          status: 200,
          description: 'What was done, with the secrets that were made.',
          body: bodyOf(RegistryImport, {
            isDryRun: false,
            steps: [`add the site Nordhafen (${SITE_ID})`, 'add the client Optimiser'],
            controllerKeys: [
              {
                siteId: SITE_ID,
                siteName: 'Nordhafen',
                controllerKey: 'sck_3dGx9sKqLwT5vYcR1nB7zQ0pHfJ2mU8eXaOoIiVbNkE',
              },
            ],
            clientSecrets: [
              {
                clientId: CLIENT_ID,
                clientName: 'Optimiser',
                clientSecret: 'scs_9vX2kLmP4rT7wYbN1cQ6dF8gH0jS3zAeUiOoRtVxWyE',
              },
            ],
          }),
          headers: ['X-Request-Id'],
        },
        badRequest(
          'The document or the query is wrong. Nothing was done.',
          'sites[0].timeZone: must be the name of a time zone, such as Europe/Berlin',
        ),
        refusalOf('conflict', {
          description: 'It would disable the caller, or a subject acts as another client. What came before stands.',
          message: 'a client cannot disable itself; let another operator do it',
        }),
        refusalOf('payload_too_large', {
          description: 'The body is larger than 32 MiB. The connection is closed.',
          message: 'a body holds at most 33554432 bytes',
        }),
      ],
      ofPost(withTokenAndBody),
    ),
  },
];
