import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, get, post, remove, ok } from '../../operations/operation.ts';
import { pathId } from '../../operations/parameters.ts';
import { conflict, notFound, REFUSALS } from '../../operations/refusals.ts';
import { PATHS } from '../../paths.ts';
import { SigningKeyList } from './schema.ts';

const KEY_ID = '3e5b8c1f-94d2-4a07-b6e8-7f2c0d9a1b64';
const shared = { tag: 'Client registry', scope: 'fleet:admin' } as const;
const signing = { keyId: KEY_ID, createdAt: EXAMPLES.createdAt, state: 'signing' } as const;
const next = {
  keyId: 'a90d4f27-6b1e-4c83-9e5a-2d7f8b0c4e16',
  createdAt: '2026-10-25T11:02:40.000Z',
  state: 'next',
} as const;

export const signingKeyOperations = [
  {
    ...shared,
    id: 'listSigningKeyStates',
    ...get(PATHS.fleetSigningKeys),
    summary: 'List the signing keys',
    description: 'The keys that the service signs access tokens with, newest first, without their private part.',
    success: ok('The keys.', SigningKeyList, { keys: [signing] }),
    otherwise: [REFUSALS.noQuery],
  },
  {
    ...shared,
    id: 'rotateSigningKey',
    ...post(PATHS.fleetSigningKeys),
    summary: 'Rotate the signing key',
    description:
      'Makes another signing key. It is published at once and signs ten minutes later, so that everybody who verifies tokens knows it by then. Tokens of the earlier keys stay valid until they expire. The service does this by itself every 30 days.',
    success: {
      status: 201,
      description: 'The keys, with the new one.',
      body: bodyOf(SigningKeyList, { keys: [next, signing] }),
    },
    otherwise: [
      REFUSALS.noQuery,
      conflict('There are eight keys already.', 'there are 8 keys; revoke one of them first'),
    ],
  },
  {
    ...shared,
    id: 'revokeSigningKey',
    ...remove(PATHS.fleetSigningKey),
    summary: 'Revoke a signing key',
    description:
      'Ends a signing key. Tokens that it signed are refused from the next request on, on every node, and it is published no more. If it was the one that signs, another signs at once.',
    parameters: [pathId('keyId', KEY_ID, 'The id of the key.')],
    success: { status: 204, description: 'The key is revoked.' },
    otherwise: [REFUSALS.noQuery, notFound('There is no such key.', 'there is no such key')],
  },
] as const satisfies readonly Operation[];
