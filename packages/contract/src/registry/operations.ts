import { RegistryDocument, RegistryImport } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { optionalQuery } from '../operations/parameters.ts';
import { badRequest, conflict, REFUSALS } from '../operations/refusals.ts';

const registry = { tag: 'Site registry', scope: 'fleet:admin', path: PATHS.fleetRegistry } as const;

const document: RegistryDocument = {
  format: 'setpoint-registry-1',
  sites: [{ siteId: EXAMPLES.siteId, siteName: 'Nordhafen', timeZone: 'Europe/Berlin', notes: 'feeder 3' }],
  clients: [
    {
      clientName: 'Optimiser',
      isEnabled: true,
      scopes: ['sites:read', 'schedules:write'],
      grants: [{ siteId: EXAMPLES.siteId, can: 'schedule' }],
      subjects: [],
    },
  ],
};

export const registryDocumentOperations = [
  {
    ...registry,
    id: 'exportRegistry',
    head: false,
    method: 'get',
    summary: 'Export the registry',
    description:
      'All sites, pools, clients and grants as one document, without secrets. Of pools the members of now and those to come.',
    success: ok('The document. An import accepts it.', RegistryDocument, document),
    otherwise: [REFUSALS.noQuery],
  },
  {
    ...registry,
    id: 'importRegistry',
    bound: 'large-body',
    method: 'post',
    summary: 'Import a registry',
    description:
      'Adds and changes what the document names, in steps that are each written to disk. Nothing is removed, and a client that exists keeps its scopes. To continue an import that failed half-way, send the same document again. At most 32 MiB, and 8 MiB for one object.',
    parameters: [
      optionalQuery('dryRun', 'With `true`, only say what would be done.', { type: 'string', enum: ['true'] }),
    ],
    request: bodyOf(RegistryDocument, document),
    success: ok('The changes made, with the new secrets.', RegistryImport, {
      isDryRun: false,
      steps: [`add the site Nordhafen (${EXAMPLES.siteId})`, 'add the client Optimiser'],
      controllerKeys: [
        {
          siteId: EXAMPLES.siteId,
          siteName: 'Nordhafen',
          controllerKey: 'sck_3dGx9sKqLwT5vYcR1nB7zQ0pHfJ2mU8eXaOoIiVbNkE',
        },
      ],
      clientSecrets: [
        {
          clientId: EXAMPLES.clientId,
          clientName: 'Optimiser',
          clientSecret: 'scs_9vX2kLmP4rT7wYbN1cQ6dF8gH0jS3zAeUiOoRtVxWyE',
        },
      ],
    }),
    otherwise: [
      badRequest(
        'The document or the query is wrong. Nothing was done.',
        'sites[0].timeZone: must be the name of a time zone, such as Europe/Berlin',
      ),
      conflict(
        'The document would disable the caller, or maps a subject that acts as another client. The steps before that stand.',
        'a client cannot disable itself; let another operator do it',
      ),
      REFUSALS.over32MiB,
    ],
  },
] as const satisfies readonly Operation[];
