import { PATHS, type TokenResponse } from '@setpoint/contract';
import { type AcknowledgementCalls, createAcknowledgementCalls } from './acknowledgements/acknowledgement-calls.ts';
import { type AlertCalls, createAlertCalls } from './alerts/alert-calls.ts';
import { type AuditCalls, createAuditCalls } from './audit/audit-calls.ts';
import { createEventCalls, type EventCalls } from './events/event-calls.ts';
import { createFollowingCalls, type FollowingCalls } from './following/following-calls.ts';
import { createHeadroomCalls, type HeadroomCalls } from './headroom/headroom-calls.ts';
import { createHistoryCalls, type HistoryCalls } from './history/history-calls.ts';
import { createHoldCalls, type HoldCalls } from './holds/hold-calls.ts';
import { type Connection, connect, type Persistence } from './identity/connection.ts';
import type { CallOptions } from './http/call-options.ts';
import type { Endpoint } from './http/endpoint.ts';
import { sendRequest } from './http/send-request.ts';
import { sendWithin } from './http/send-within.ts';
import { type ClientCredentials, requestToken } from './identity/request-token.ts';
import { fixedToken, renewedToken, type TokenSource } from './identity/token-source.ts';
import { createOverviewCalls, type OverviewCalls } from './overview/overview-calls.ts';
import { createPeopleCalls, type PeopleCalls } from './people/people-calls.ts';
import { createPlanCalls, type PlanCalls } from './plan/plan-calls.ts';
import { createPoolCalls, type PoolCalls } from './pools/pool-calls.ts';
import { createPortfolioCalls, type PortfolioCalls } from './portfolios/portfolio-calls.ts';
import { createRegistryCalls, type RegistryCalls } from './registry/registry-calls.ts';
import { createScheduleCalls, type ScheduleCalls } from './schedules/schedule-calls.ts';
import { SetpointError } from './setpoint-error.ts';
import { createSiteCalls, type SiteCalls } from './sites/site-calls.ts';
import { createValidateCalls, type ValidateCalls } from './validate/validate-calls.ts';
import { createWebhookCalls, type WebhookCalls } from './webhooks/webhook-calls.ts';

/** Where the service is, and either a client's credential, a token from elsewhere, or a function that gets one. */
export type SetpointClientOptions = Endpoint &
  Persistence &
  (ClientCredentials | { readonly token: string } | { readonly requestToken: () => Promise<TokenResponse> });

/** The plans of the sites, with reasons, and their past. */
export interface FleetCalls extends PlanCalls, HeadroomCalls, FollowingCalls, ValidateCalls {}

/** The service, as one client sees it. */
export interface SetpointClient extends SiteCalls, ScheduleCalls, PortfolioCalls, EventCalls {
  /** Whether the service is operational; false if it does not answer. */
  isHealthy(options?: CallOptions): Promise<boolean>;
  readonly overview: OverviewCalls;
  readonly history: HistoryCalls;
  readonly webhooks: WebhookCalls;
  readonly registry: RegistryCalls;
  readonly fleet: FleetCalls;
  readonly holds: HoldCalls;
  readonly acknowledgements: AcknowledgementCalls;
  readonly audit: AuditCalls;
  readonly alerts: AlertCalls;
  readonly pools: PoolCalls;
  readonly people: PeopleCalls;
}

/**
 * Makes a client. With a client id and secret, it gets its tokens by itself and renews them before they expire.
 *
 * @example
 * const client = createSetpointClient({ url: 'http://127.0.0.1:8080', clientId, clientSecret });
 * for (const site of await client.listSites()) console.log(site.siteName, site.isOnline);
 */
export function createSetpointClient(options: SetpointClientOptions): SetpointClient {
  const connection = connect(options, tokensOf(options));
  return {
    ...createSiteCalls(connection),
    ...createScheduleCalls(connection),
    ...createPortfolioCalls(connection),
    ...createEventCalls(connection),
    isHealthy: (bounds) => isHealthy(options, bounds),
    overview: createOverviewCalls(connection),
    history: createHistoryCalls(connection),
    webhooks: createWebhookCalls(connection),
    registry: createRegistryCalls(connection),
    fleet: createFleetCalls(connection),
    holds: createHoldCalls(connection),
    acknowledgements: createAcknowledgementCalls(connection),
    audit: createAuditCalls(connection),
    alerts: createAlertCalls(connection),
    pools: createPoolCalls(connection),
    people: createPeopleCalls(connection),
  };
}

function createFleetCalls(connection: Connection): FleetCalls {
  return {
    ...createPlanCalls(connection),
    ...createHeadroomCalls(connection),
    ...createFollowingCalls(connection),
    ...createValidateCalls(connection),
  };
}

function tokensOf(options: SetpointClientOptions): TokenSource {
  if ('token' in options) return fixedToken(options.token);
  return renewedToken('requestToken' in options ? options.requestToken : () => requestToken(options, options));
}

async function isHealthy(endpoint: Endpoint, options: CallOptions = {}): Promise<boolean> {
  try {
    const request = { method: 'GET', path: PATHS.health, headers: {} };
    await sendWithin(endpoint, options, (bounded) => sendRequest(bounded, request));
    return true;
  } catch (cause) {
    if (cause instanceof SetpointError && cause.code !== 'aborted') return false;
    throw cause;
  }
}
