import { PATHS, SCOPES, TOKEN_EXCHANGE } from '@setpoint/contract';

/** What RFC 8414 lets a client find out about this service as an authorization server. */
export function serverMetadata(publicUrl: string) {
  return {
    issuer: publicUrl,
    token_endpoint: `${publicUrl}${PATHS.token}`,
    jwks_uri: `${publicUrl}${PATHS.jwks}`,
    scopes_supported: SCOPES,
    response_types_supported: [],
    grant_types_supported: ['client_credentials', TOKEN_EXCHANGE.grantType],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };
}
