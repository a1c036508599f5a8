import type * as oidc from 'openid-client';
import type { ProviderSettings } from './provider-settings.ts';

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** Throws what would keep everybody from signing in, as far as a provider publishes it. */
export function checkMetadata(
  metadata: oidc.ServerMetadata,
  { issuer, algorithm }: Pick<ProviderSettings, 'issuer' | 'algorithm'>,
): void {
  const missing = NEEDED.filter((name) => metadata[name] === undefined);
  if (missing.length > 0) throw new Error(`${issuer} publishes no ${missing.join(', no ')}: check its issuer`);
  const { id_token_signing_alg_values_supported: algorithms = [algorithm] } = metadata;
  if (algorithms.includes(algorithm)) return;
  throw new Error(`${issuer} signs with ${algorithms.join(', ')}, not ${algorithm}: set one of them as its algorithm`);
}
