import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, get, patch, post, remove, ok, shownOnce } from '../../operations/operation.ts';
import { optionalQuery, PARAMETERS, pathId } from '../../operations/parameters.ts';
import { badBody, badQuery, conflict, notFound, REFUSALS } from '../../operations/refusals.ts';
import { PATHS } from '../../paths.ts';
import { AddedControllerKey, ChangeControllerKeyRequest, ControllerKeyList, thumbprint } from './schema.ts';

const KEY_ID = '7c1de0a4-5b32-4f6e-9d18-3a6b2f0c8e51';
const THUMBPRINT = 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dgw';
const shared = { tag: 'Site registry', scope: 'fleet:admin' } as const;

export const controllerKeyOperations = [
  {
    ...shared,
    id: 'listControllerKeys',
    ...get(PATHS.fleetSiteKeys),
    summary: 'List the controller keys of a site',
    description: 'The valid keys of a site, oldest first, with their last use.',
    parameters: [PARAMETERS.siteId],
    success: ok('The keys, without their secrets.', ControllerKeyList, {
      keys: [
        {
          keyId: KEY_ID,
          createdAt: EXAMPLES.createdAt,
          lastUsedAt: null,
          endsAt: null,
          certificateThumbprints: [],
        },
      ],
    }),
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
  {
    ...shared,
    id: 'addControllerKey',
    ...post(PATHS.fleetSiteKeys),
    summary: 'Add a controller key',
    description:
      'A site has at most two keys, so that a key can be replaced without a gap. The key is shown only once. At `endsAt` it ends, with every connection made with it. With `certificateThumbprint` it is bound to that certificate.',
    parameters: [
      PARAMETERS.siteId,
      PARAMETERS.endsAt,
      optionalQuery(
        'certificateThumbprint',
        'The certificate to bind the key to: its SHA-256 in base64url (`x5t#S256` of RFC 8705).',
        thumbprint,
      ),
    ],
    success: shownOnce('The key is valid from now on.', AddedControllerKey, {
      keyId: KEY_ID,
      controllerKey: 'sck_3q2-7wQm9nB4xVtY1cD8eF0gH5jK6lZ_aSdRfTgYhUk',
      endsAt: null,
      certificateThumbprints: [],
    }),
    otherwise: [
      badQuery('endsAt: is in the past'),
      REFUSALS.noSuchSite,
      conflict('The site already has two valid keys.', 'this site has two valid keys; revoke one of them first'),
    ],
  },
  {
    ...shared,
    id: 'changeControllerKey',
    ...patch(PATHS.fleetSiteKey),
    summary: 'Bind a controller key to certificates',
    description:
      'Takes the place of the certificates that the key was bound to: two at most, so that one can be renewed without a gap. Connections made with the key and another certificate end at once.',
    parameters: [PARAMETERS.siteId, pathId('keyId', KEY_ID, 'The id of the key.')],
    request: bodyOf(ChangeControllerKeyRequest, { certificateThumbprints: [THUMBPRINT] }),
    success: { status: 204, description: 'The key is bound to these certificates.' },
    otherwise: [
      badBody('certificateThumbprints: must not have more than 2 items'),
      notFound('There is no such valid key, or no such site.', 'there is no such key'),
    ],
  },
  {
    ...shared,
    id: 'revokeControllerKey',
    ...remove(PATHS.fleetSiteKey),
    summary: 'Revoke a controller key',
    description: 'Ends the key, and every connection made with it, at once.',
    parameters: [PARAMETERS.siteId, pathId('keyId', KEY_ID, 'The id of the key.')],
    success: { status: 204, description: 'The key is no longer valid.' },
    otherwise: [REFUSALS.noQuery, notFound('There is no such valid key, or no such site.', 'there is no such key')],
  },
] as const satisfies readonly Operation[];
