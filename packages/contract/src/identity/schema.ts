import { type Static, Type } from 'typebox';
import { number, oneOf, ScopeName, text, titled } from '../schema/fields.ts';

/** The names that RFC 8693 gives to what a client sends for a token in the name of a person. */
export const TOKEN_EXCHANGE = {
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
} as const;

export const TokenResponse = titled('TokenResponse', {
  access_token: text(),
  issued_token_type: Type.Optional(
    Type.Literal(TOKEN_EXCHANGE.accessToken, { description: 'Only of a token that was exchanged.' }),
  ),
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
    grant_type: oneOf(['client_credentials', TOKEN_EXCHANGE.grantType]),
    client_id: Type.Optional(text('Leave it out if the credentials are sent by HTTP Basic.')),
    client_secret: Type.Optional(text('Leave it out if the credentials are sent by HTTP Basic.')),
    scope: Type.Optional(text('Scopes, separated by spaces. If left out, the token has all scopes of the client.')),
    subject_token: Type.Optional(text('For an exchange: the access token of the person for whom the client acts.')),
    subject_token_type: Type.Optional(Type.Literal(TOKEN_EXCHANGE.accessToken)),
    requested_token_type: Type.Optional(Type.Literal(TOKEN_EXCHANGE.accessToken)),
    audience: Type.Optional(text('For an exchange: the address of this service, if anything.')),
    resource: Type.Optional(text('For an exchange: the address of this service, if anything.')),
  },
  {
    title: 'TokenRequest',
    description: 'Each field once. Fields of other names are ignored, but refused if they are there twice.',
  },
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
