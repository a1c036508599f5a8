import * as oidc from 'openid-client';
import { type Static, Type } from 'typebox';
import { shapeOf } from '../../wire/value-or-throw.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { TicketKind } from './write-ticket.ts';
import { type VouchedFor, vouchedFor } from './vouched-for.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
// RFC 8628 §3.2.
const USUAL_INTERVAL_SECONDS = 5;
const LONGEST_SECONDS = 1_800;

const DeviceState = Type.Object({ provider: Type.String(), deviceCode: Type.String() });

/** What a command line keeps while somebody says yes elsewhere. */
export const DEVICE_TICKET: TicketKind<Static<typeof DeviceState>> = {
  type: 'device-login+jwt',
  seconds: LONGEST_SECONDS,
  shape: shapeOf(DeviceState),
};

export interface DeviceBegun {
  readonly deviceCode: string;
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
  | { readonly kind: 'over' };

/** RFC 8628 §3.1; undefined for a provider that does not offer it. */
export async function beginDeviceLogin(
  config: oidc.Configuration,
  { scope }: Pick<ProviderSettings, 'scope'>,
): Promise<DeviceBegun | undefined> {
  if (config.serverMetadata().device_authorization_endpoint === undefined) return undefined;
  const begun = await oidc.initiateDeviceAuthorization(config, { scope });
  const { verification_uri_complete: urlWithCode } = begun;
  return {
    deviceCode: begun.device_code,
    userCode: begun.user_code,
    url: begun.verification_uri,
    ...(urlWithCode === undefined ? {} : { urlWithCode }),
    expiresInSeconds: Math.min(begun.expires_in, LONGEST_SECONDS),
    intervalSeconds: begun.interval ?? USUAL_INTERVAL_SECONDS,
  };
}

/** Asks once whether somebody said yes. */
export async function pollDeviceLogin(
  config: oidc.Configuration,
  settings: ProviderSettings,
  deviceCode: string,
): Promise<DeviceAnswer> {
  try {
    const tokens = await oidc.genericGrantRequest(config, DEVICE_GRANT, { device_code: deviceCode });
    return { kind: 'vouched', vouched: await vouchedFor(config, settings, { tokens }) };
  } catch (cause) {
    const answer = cause instanceof oidc.ResponseBodyError ? ANSWERS.get(cause.error) : undefined;
    if (answer === undefined) throw cause;
    return answer;
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
