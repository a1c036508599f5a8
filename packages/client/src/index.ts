export { requestSignInLink } from './sessions/request-sign-in-link.ts';
export {
  createSetpointClient,
  type FleetCalls,
  type SetpointClient,
  type SetpointClientOptions,
} from './create-setpoint-client.ts';
export type { EventCalls, EventOptions } from './events/event-calls.ts';
export type { HistoryCalls } from './history/history-calls.ts';
export type { AlertCalls } from './alerts/alert-calls.ts';
export type { AuditCalls, AuditFilter } from './audit/audit-calls.ts';
export type { AcknowledgementCalls } from './acknowledgements/acknowledgement-calls.ts';
export type { HoldCalls } from './holds/hold-calls.ts';
export type { CallOptions } from './http/call-options.ts';
export type { Endpoint } from './http/endpoint.ts';
export type { Persistence } from './identity/connection.ts';
export { type ClientCredentials, requestToken } from './identity/request-token.ts';
export type { OverviewCalls } from './overview/overview-calls.ts';
export type { PeopleCalls } from './people/people-calls.ts';
export type { IntervalOptions, PlanOptions, WindowOptions } from './plan/window-options.ts';
export type { MemberOptions, PoolCalls } from './pools/pool-calls.ts';
export type { PortfolioCalls, PortfolioOptions, SiteBatch } from './portfolios/portfolio-calls.ts';
export type { RegistryCalls } from './registry/registry-calls.ts';
export type { SiteFilter } from './registry/site-registry-calls.ts';
export type { BatchOptions } from './http/condition-headers.ts';
export type { BatchResult, CsvTable, ScheduleCalls, Splice, SpliceResult } from './schedules/schedule-calls.ts';
export { type BatchOutcome, type FailedAnswer, SetpointError } from './setpoint-error.ts';
export type { SiteCalls, VersionedSite } from './sites/site-calls.ts';
export type { CheckedCsvTable, ValidateOptions } from './validate/validate-calls.ts';
export type { WebhookCalls } from './webhooks/webhook-calls.ts';
