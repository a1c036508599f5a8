import * as oidc from 'openid-client';
import type { ProviderSettings } from './provider-settings.ts';
import { DEVICE_TICKET } from './sign-in-state.ts';
import { isUntrusted, type VouchedFor, vouchedFor, type VouchingRules } from './vouched-for.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
// RFC 8628 §3.2.
const USUAL_INTERVAL_SECONDS = 5;

/** What redeems a code once somebody said yes. */
export interface DeviceCode {
  readonly deviceCode: string;
  readonly verifier: string;
}

export interface DeviceBegun extends DeviceCode {
  readonly userCode: string;
  readonly url: string;
  readonly urlWithCode?: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

export type DeviceAnswer =
  | { readonly kind: 'vouched'; readonly vouched: VouchedFor }
  | { readonly kind: 'waiting'; readonly isTooFast: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'over' }
  /** What the provider answered proves nothing. */
  | { readonly kind: 'untrusted'; readonly cause: unknown };

/** RFC 8628 §3.1; undefined for a provider that does not offer it. */
export async function beginDeviceLogin(
  config: oidc.Configuration,
  { scope }: Pick<ProviderSettings, 'scope'>,
): Promise<DeviceBegun | undefined> {
  if (config.serverMetadata().device_authorization_endpoint === undefined) return undefined;
  // RFC 8628 has no PKCE, and others ignore it; Keycloak demands it here too where the client must have it.
  const verifier = oidc.randomPKCECodeVerifier();
  const challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const begun = await oidc.initiateDeviceAuthorization(config, { scope, ...pkce });
  const { verification_uri_complete: urlWithCode } = begun;
  return {
    deviceCode: begun.device_code,
    verifier,
    userCode: begun.user_code,
    url: begun.verification_uri,
    ...(urlWithCode === undefined ? {} : { urlWithCode }),
    expiresInSeconds: Math.min(begun.expires_in, DEVICE_TICKET.seconds),
    intervalSeconds: begun.interval ?? USUAL_INTERVAL_SECONDS,
  };
}

/** Asks once whether somebody said yes. */
export async function pollDeviceLogin(
  config: oidc.Configuration,
  rules: VouchingRules,
  { deviceCode, verifier }: DeviceCode,
): Promise<DeviceAnswer> {
  try {
    const redeeming = { device_code: deviceCode, code_verifier: verifier };
    const tokens = await oidc.genericGrantRequest(config, DEVICE_GRANT, redeeming);
    return { kind: 'vouched', vouched: await vouchedFor(config, rules, { tokens }) };
  } catch (cause) {
    const answer = cause instanceof oidc.ResponseBodyError ? ANSWERS.get(cause.error) : undefined;
    if (answer !== undefined) return answer;
    if (isUntrusted(cause)) return { kind: 'untrusted', cause };
    throw cause;
  }
}

// RFC 8628 §3.5.
const ANSWERS: ReadonlyMap<string, DeviceAnswer> = new Map([
  ['authorization_pending', { kind: 'waiting', isTooFast: false }],
  ['slow_down', { kind: 'waiting', isTooFast: true }],
  ['access_denied', { kind: 'refused' }],
  ['expired_token', { kind: 'over' }],
  ['invalid_grant', { kind: 'over' }],
]);
