import { type Static, Type } from 'typebox';
import { number, ScopeName, text, titled } from '../schema/fields.ts';

export const TokenResponse = titled('TokenResponse', {
  access_token: text(),
  token_type: Type.Literal('Bearer'),
  expires_in: number('How long the token is valid, in seconds.'),
  scope: text(),
});
export type TokenResponse = Static<typeof TokenResponse>;

/** RFC 6749 §5.2: the token endpoint has an error body of its own. */
export const TokenError = titled('TokenError', { error: text(), error_description: Type.Optional(text()) });
export type TokenError = Static<typeof TokenError>;

const address = Type.String({ format: 'uri' });

export const TokenRequest = Type.Object(
  {
    grant_type: Type.Literal('client_credentials'),
    client_id: Type.Optional(text('Leave it out if the credentials are sent by HTTP Basic.')),
    client_secret: Type.Optional(text('Leave it out if the credentials are sent by HTTP Basic.')),
    scope: Type.Optional(text('Scopes, separated by spaces. If left out, the token has all scopes of the client.')),
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
    scopes_supported: Type.Array(ScopeName),
    response_types_supported: Type.Array(text(), { maxItems: 0 }),
    grant_types_supported: Type.Array(text()),
    token_endpoint_auth_methods_supported: Type.Array(text()),
  },
  { title: 'AuthorizationServerMetadata' },
);
