import { Type } from 'typebox';
import { SCOPES } from './schema.ts';
import { oneOf, text } from '../schema/fields.ts';

const address = Type.String({ format: 'uri' });

export const TokenRequest = Type.Object(
  {
    grant_type: Type.Literal('client_credentials'),
    client_id: Type.Optional(text('Left out when the credentials come by HTTP Basic.')),
    client_secret: Type.Optional(text('Left out when the credentials come by HTTP Basic.')),
    scope: Type.Optional(text('Scopes with spaces between; all of the client when left out.')),
  },
  { title: 'TokenRequest' },
);

export const JsonWebKeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal('EC'),
        crv: Type.Literal('P-256'),
        x: text(),
        y: text(),
        kid: text(),
        alg: Type.Literal('ES256'),
        use: Type.Literal('sig'),
      }),
    ),
  },
  { title: 'JsonWebKeySet' },
);

export const AuthorizationServerMetadata = Type.Object(
  {
    issuer: address,
    token_endpoint: address,
    jwks_uri: address,
    scopes_supported: Type.Array(oneOf(SCOPES)),
    response_types_supported: Type.Array(text(), { maxItems: 0 }),
    grant_types_supported: Type.Array(text()),
    token_endpoint_auth_methods_supported: Type.Array(text()),
  },
  { title: 'AuthorizationServerMetadata' },
);
