import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation } from '../../operations/operation.ts';
import { PARAMETERS, pathId } from '../../operations/parameters.ts';
import { refusalOf, REFUSALS } from '../../operations/refusals.ts';
import { PATHS } from '../../paths.ts';
import { AddControllerKeyResponse, ControllerKeyList } from './schema.ts';

const KEY_ID = '7c1de0a4-5b32-4f6e-9d18-3a6b2f0c8e51';
const shared = { tag: 'Site registry', scope: 'fleet:admin' } as const;

export const controllerKeyOperations = [
  {
    ...shared,
    id: 'listControllerKeys',
    method: 'get',
    path: PATHS.fleetSiteKeys,
    summary: 'List the controller keys of a site',
    description: 'The live ones, the oldest first, with their last use.',
    parameters: [PARAMETERS.siteId],
    success: {
      status: 200,
      description: 'The keys, without what they are.',
      body: bodyOf(ControllerKeyList, { keys: [{ keyId: KEY_ID, createdAt: EXAMPLES.createdAt, lastUsedAt: null }] }),
    },
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
  {
    ...shared,
    id: 'addControllerKey',
    method: 'post',
    path: PATHS.fleetSiteKeys,
    summary: 'Make another controller key',
    description: 'A site has two at most, so that one can be changed without a gap. The key is shown this once.',
    parameters: [PARAMETERS.siteId],
    success: {
      status: 201,
      description: 'The key is good from now on.',
      body: bodyOf(AddControllerKeyResponse, {
        keyId: KEY_ID,
        controllerKey: 'sck_3q2-7wQm9nB4xVtY1cD8eF0gH5jK6lZ_aSdRfTgYhUk',
      }),
    },
    otherwise: [
      REFUSALS.noQuery,
      REFUSALS.noSuchSite,
      refusalOf('conflict', {
        description: 'The site has two live keys already.',
        message: 'this site has two live keys; revoke one of them first',
      }),
    ],
  },
  {
    ...shared,
    id: 'revokeControllerKey',
    method: 'delete',
    path: PATHS.fleetSiteKey,
    summary: 'Revoke a controller key',
    description: 'Ends the key and, at once, every connection made with it.',
    parameters: [PARAMETERS.siteId, pathId('keyId', KEY_ID, 'As the list names it.')],
    success: { status: 204, description: 'The key is good no longer.' },
    otherwise: [
      REFUSALS.noQuery,
      refusalOf('not_found', {
        description: 'There is no such live key, or no such site.',
        message: 'there is no such key',
      }),
    ],
  },
] as const satisfies readonly Operation[];
