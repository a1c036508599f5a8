export { createSetpointClient, type SetpointClient, type SetpointClientOptions } from './create-setpoint-client.ts';
export type { HistoryCalls } from './history-calls.ts';
export type { FleetCalls, WindowOptions } from './fleet-calls.ts';
export type { RegistryCalls } from './registry-calls.ts';
export { type ClientCredentials, requestToken } from './request-token.ts';
export type { Endpoint } from './send-request.ts';
export { type BatchOutcome, type FailedAnswer, SetpointError } from './setpoint-error.ts';
export type { BatchOptions, BatchResult, SiteCalls } from './site-calls.ts';
