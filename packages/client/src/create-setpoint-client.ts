import { PATHS, type TokenResponse } from '@setpoint/contract';
import { createSend } from './http/call.ts';
import { createEventCalls, type EventCalls } from './events/event-calls.ts';
import { createHistoryCalls, type HistoryCalls } from './history/history-calls.ts';
import { createFleetCalls, type FleetCalls } from './plan/fleet-calls.ts';
import { createOverviewCalls, type OverviewCalls } from './overview/overview-calls.ts';
import { createHoldCalls, type HoldCalls } from './holds/hold-calls.ts';
import { createOpenStream } from './http/open-stream.ts';
import { createRegistryCalls, type RegistryCalls } from './registry/registry-calls.ts';
import { type ClientCredentials, requestToken } from './identity/request-token.ts';
import { type Endpoint, sendRequest } from './http/send-request.ts';
import { SetpointError } from './setpoint-error.ts';
import { createSiteCalls, type SiteCalls } from './sites/site-calls.ts';
import { fixedToken, renewedToken, type TokenSource } from './identity/token-source.ts';
import { createWebhookCalls, type WebhookCalls } from './webhooks/webhook-calls.ts';

/** Where the service is, and either a client's credential, a token from elsewhere or how to get one whenever it is needed. */
export type SetpointClientOptions = Endpoint &
  (ClientCredentials | { readonly token: string } | { readonly requestToken: () => Promise<TokenResponse> });

/** A service, spoken to in the name of one client. */
export interface SetpointClient extends SiteCalls, EventCalls {
  /** Whether the service is operational; no answer counts as no. */
  isHealthy(): Promise<boolean>;
  readonly overview: OverviewCalls;
  readonly history: HistoryCalls;
  readonly webhooks: WebhookCalls;
  readonly registry: RegistryCalls;
  readonly fleet: FleetCalls;
  readonly holds: HoldCalls;
}

/**
 * Makes a client. With a client id and secret it gets its tokens itself, keeps them, and renews them in time.
 *
 * @example
 * const client = createSetpointClient({ url: 'http://127.0.0.1:8080', clientId, clientSecret });
 * for (const site of await client.listSites()) console.log(site.siteName, site.isOnline);
 */
export function createSetpointClient(options: SetpointClientOptions): SetpointClient {
  const tokens = tokensOf(options);
  const send = createSend(options, tokens);
  return {
    ...createSiteCalls(send),
    overview: createOverviewCalls(send),
    ...createEventCalls(createOpenStream(options, tokens)),
    history: createHistoryCalls(send),
    webhooks: createWebhookCalls(send),
    registry: createRegistryCalls(send),
    fleet: createFleetCalls(send),
    holds: createHoldCalls(send),
    isHealthy: () => isHealthy(options),
  };
}

function tokensOf(options: SetpointClientOptions): TokenSource {
  if ('token' in options) return fixedToken(options.token);
  return renewedToken('requestToken' in options ? options.requestToken : () => requestToken(options, options));
}

async function isHealthy(endpoint: Endpoint): Promise<boolean> {
  try {
    await sendRequest(endpoint, { method: 'GET', path: PATHS.health });
    return true;
  } catch (cause) {
    if (cause instanceof SetpointError) return false;
    throw cause;
  }
}
