import { ErrorResponse } from '../error/schema.ts';
import {
  AuthorizationServerMetadata,
  JsonWebKeySet,
  TOKEN_EXCHANGE,
  TokenError,
  TokenRequest,
  TokenResponse,
} from './schema.ts';
import { Type } from 'typebox';
import { SCOPES } from '../schema/scope.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { tooLarge } from '../operations/refusals.ts';
import { failed } from '../operations/answers-to.ts';

const tag = 'Tokens';
const issuer = 'https://setpoint.example.com';

const issueToken = {
  id: 'issueToken',
  method: 'post',
  path: PATHS.token,
  tag,
  summary: 'Get an access token',
  description:
    'The client credentials grant of OAuth 2.0 (RFC 6749 §4.4). Send the id and the secret of the client in the form or by HTTP Basic. Then send the token with every request: `Authorization: Bearer <token>`. A client with the scope `people:act` may also exchange the access token of a person (RFC 8693): it then acts with what the person may, and everything it does names both.',
  credential: 'client-secret',
  request: {
    ...bodyOf(TokenRequest, {
      grant_type: 'client_credentials',
      client_id: EXAMPLES.clientId,
      client_secret: 'scs_9vX2kLmP4rT7wYbN1cQ6dF8gH0jS3zAeUiOoRtVxWyE',
      scope: 'sites:read schedules:write',
    }),
    mediaType: 'application/x-www-form-urlencoded',
  },
  success: ok('The token. It is valid for `expires_in` seconds.', TokenResponse, {
    access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJiMmQ3ZTRmMCJ9.c2lnbmF0dXJl',
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'sites:read schedules:write',
  }),
  otherwise: [
    {
      status: 400,
      description:
        'The form is wrong: `invalid_request`, `unsupported_grant_type`, `invalid_scope`, or of an exchange `unauthorized_client` or `invalid_target`. A request that can be read in two ways is refused with `bad_request`, as everywhere.',
      body: bodyOf(Type.Union([TokenError, ErrorResponse]), {
        error: 'unsupported_grant_type',
        error_description: `grant_type must be client_credentials or ${TOKEN_EXCHANGE.grantType}`,
      }),
      headers: [],
      mayHave: ['X-Request-Id'],
    },
    {
      status: 401,
      description: 'No enabled client has this id and secret: `invalid_client`.',
      body: bodyOf(TokenError, {
        error: 'invalid_client',
        error_description: 'no enabled client has this id and secret',
      }),
      headers: ['X-Request-Id', 'WWW-Authenticate'],
    },
    tooLarge('The form is larger than 8 KiB. The connection is closed.', 'a body may have at most 8192 bytes'),
  ],
} as const satisfies Operation;

const listSigningKeys = {
  id: 'listSigningKeys',
  method: 'get',
  path: PATHS.jwks,
  tag,
  summary: 'Read the public keys',
  description: 'The public keys that verify access tokens of this service, as a JSON Web Key Set (RFC 7517).',
  success: ok('The keys, newest first.', JsonWebKeySet, {
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'CzX9JizGbe5idsOPU-HvWseoYUgvt7MQW15C_4pXDSI',
        y: 'HQE7h0_yXckcGQtON7hQEg3LXilv8Gm-als6oSqLL54',
        kid: '3c1b9f6e-58d2-4e7a-a0c4-91d6e2f8b735',
        alg: 'ES256',
        use: 'sig',
      },
    ],
  }),
  otherwise: [failed],
} as const satisfies Operation;

const getAuthorizationServer = {
  id: 'getAuthorizationServer',
  method: 'get',
  path: PATHS.authorizationServer,
  tag,
  summary: 'Read the authorization server metadata',
  description: 'Where client libraries find the token endpoint and the keys (RFC 8414).',
  success: ok('The metadata.', AuthorizationServerMetadata, {
    issuer,
    token_endpoint: `${issuer}${PATHS.token}`,
    jwks_uri: `${issuer}${PATHS.jwks}`,
    scopes_supported: [...SCOPES],
    response_types_supported: [],
    grant_types_supported: ['client_credentials', TOKEN_EXCHANGE.grantType],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }),
} as const satisfies Operation;

export const tokenOperations = [
  issueToken,
  listSigningKeys,
  getAuthorizationServer,
] as const satisfies readonly Operation[];
