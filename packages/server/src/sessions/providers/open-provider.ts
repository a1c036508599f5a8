import * as oidc from 'openid-client';
import { createOutsideKeys } from '../../identity/issuers/create-outside-keys.ts';
import { fetchJwks } from '../../identity/issuers/fetch-jwks.ts';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';
import { createDiscovery } from './create-discovery.ts';
import {
  beginDeviceLogin,
  type DeviceAnswer,
  type DeviceBegun,
  type DeviceCode,
  pollDeviceLogin,
} from './poll-device-login.ts';
import { type LogoutNotice, readLogoutToken } from './read-logout-token.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { SignInState } from './sign-in-state.ts';
import { type VouchedFor, vouchedFor, type VouchingRules } from './vouched-for.ts';

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** Throws what would keep everybody from signing in, as far as a provider publishes it. */
function checkMetadata(
  metadata: oidc.ServerMetadata,
  { issuer, algorithm }: Pick<ProviderSettings, 'issuer' | 'algorithm'>,
): void {
  const missing = NEEDED.filter((name) => metadata[name] === undefined);
  if (missing.length > 0) throw new Error(`${issuer} publishes no ${missing.join(', no ')}: check its issuer`);
  const { id_token_signing_alg_values_supported: algorithms = [algorithm] } = metadata;
  if (algorithms.includes(algorithm)) return;
  throw new Error(`${issuer} signs with ${algorithms.join(', ')}, not ${algorithm}: set one of them as its algorithm`);
}

type Finished =
  | { readonly kind: 'vouched'; readonly vouched: VouchedFor }
  /** Whoever was asked said no, or the provider did for them. */
  | { readonly kind: 'refused' };

export type Renewal =
  | { readonly kind: 'renewed'; readonly vouched: VouchedFor }
  /** The provider vouches for this sign-in no more. */
  | { readonly kind: 'over' }
  /** It could not be asked. */
  | { readonly kind: 'unreachable'; readonly cause: unknown };

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  /** Asks it for its metadata; throws a sentence when it cannot be used. */
  check(): Promise<void>;
  /** Where a browser goes to sign in, and what it must bring back; `mark` is what the state begins with. */
  begin(to: string, mark?: string): Promise<{ readonly url: string; readonly state: SignInState }>;
  /** Who came back; throws for anything that does not belong to the sign-in that was begun. */
  finish(query: string, begun: SignInState): Promise<Finished>;
  /** How somebody says yes on another device; undefined if the provider does not offer that. */
  beginDevice(): Promise<DeviceBegun | undefined>;
  /** Whether somebody did. */
  pollDevice(code: DeviceCode): Promise<DeviceAnswer>;
  renew(refreshToken: string, subject: string): Promise<Renewal>;
  /** Where a browser goes to sign out there too; undefined if it has no such place. */
  endUrl(idToken: string | undefined): Promise<string | undefined>;
  /** What a notice of it says; undefined for one that is not its own, or not for us. */
  readLogout(token: string): Promise<LogoutNotice | undefined>;
}

interface ProviderGround {
  readonly publicUrl: string;
  readonly lookUp: LookUp;
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
}

export function openProvider(settings: ProviderSettings, ground: ProviderGround): Provider {
  const { id, name, issuer, clientId, scope } = settings;
  const redirectUri = `${ground.publicUrl}/session/callback/${id}`;
  const configuration = createDiscovery(settings, ground);
  const findKey = createOutsideKeys({
    fetchKeys: async () => {
      const { jwks_uri: jwksUri } = (await configuration()).serverMetadata();
      return fetchJwks({ issuer, jwksUri }, ground.lookUp);
    },
    now: ground.now,
    onFailure: ground.onFailure,
  });
  const rules = { ...settings, now: ground.now };
  return {
    id,
    name,
    issuer,
    check: async () => checkMetadata((await configuration()).serverMetadata(), settings),
    async begin(to, mark = '') {
      const config = await configuration();
      const state: SignInState = {
        provider: id,
        state: mark + oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        to,
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: state.state,
        nonce: state.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(state.verifier),
        code_challenge_method: 'S256',
        // Some give a refresh token for nothing less.
        ...(scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
      });
      return { url: url.href, state };
    },
    finish: (query, begun) => finish(configuration, rules, { at: new URL(`${redirectUri}${query}`), begun }),
    beginDevice: async () => beginDeviceLogin(await configuration(), settings),
    pollDevice: async (code) => pollDeviceLogin(await configuration(), rules, code),
    renew: (refreshToken, subject) => renew(configuration, rules, { refreshToken, subject }),
    async endUrl(idToken) {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const hint = idToken === undefined ? {} : { id_token_hint: idToken };
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${ground.publicUrl}/`, ...hint }).href;
    },
    readLogout: (token) => readLogoutToken(token, { ...settings, audience: clientId, findKey, now: ground.now() }),
  };
}

async function finish(
  discover: () => Promise<oidc.Configuration>,
  rules: VouchingRules,
  { at, begun }: { readonly at: URL; readonly begun: SignInState },
): Promise<Finished> {
  const config = await discover();
  try {
    const tokens = await oidc.authorizationCodeGrant(config, at, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    });
    return { kind: 'vouched', vouched: await vouchedFor(config, rules, { tokens }) };
  } catch (cause) {
    if (cause instanceof oidc.AuthorizationResponseError && cause.error === 'access_denied') return { kind: 'refused' };
    throw cause;
  }
}

async function renew(
  discover: () => Promise<oidc.Configuration>,
  rules: VouchingRules,
  { refreshToken, subject }: { readonly refreshToken: string; readonly subject: string },
): Promise<Renewal> {
  try {
    const config = await discover();
    const tokens = await oidc.refreshTokenGrant(config, refreshToken);
    const vouched = await vouchedFor(config, rules, { tokens, subject });
    if (vouched.claimed.subject !== subject) return { kind: 'over' };
    // A provider that gives no new one means that the old one stays good.
    const kept = { ...vouched.tokens, refreshToken: vouched.tokens.refreshToken ?? refreshToken };
    return { kind: 'renewed', vouched: { ...vouched, tokens: kept } };
  } catch (cause) {
    // RFC 6749 §5.2: the one error that means that this token is good no more.
    if (cause instanceof oidc.ResponseBodyError && cause.error === 'invalid_grant') return { kind: 'over' };
    return { kind: 'unreachable', cause };
  }
}
