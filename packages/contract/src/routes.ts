/** Every path the service answers at; `:name` is a path parameter. */
export const PATHS = {
  health: '/api/v1/public/health',
  sites: '/api/v1/public/sites',
  site: '/api/v1/public/sites/:siteId',
  schedules: '/api/v1/public/sites/:siteId/schedules',
  fleetSites: '/api/v1/fleet/sites',
  fleetSite: '/api/v1/fleet/sites/:siteId',
  fleetClients: '/api/v1/fleet/clients',
  fleetClient: '/api/v1/fleet/clients/:clientId',
  fleetClientSecrets: '/api/v1/fleet/clients/:clientId/secrets',
  fleetClientSubjects: '/api/v1/fleet/clients/:clientId/subjects',
  fleetClientGrants: '/api/v1/fleet/clients/:clientId/grants',
  controllerSchedule: '/api/v1/controller/schedule',
  controllerReport: '/api/v1/controller/report',
  controllerSession: '/api/v1/controller/session/:session',
  token: '/oauth/token',
  jwks: '/.well-known/jwks.json',
  authorizationServer: '/.well-known/oauth-authorization-server',
  openapi: '/openapi.json',
  docs: '/docs',
} as const;

export const HEADERS = {
  batchOutcome: 'Batch-Outcome',
  idempotencyKey: 'Idempotency-Key',
  idempotencyReplayed: 'Idempotency-Replayed',
  ifScheduleVersion: 'If-Schedule-Version',
  requestId: 'X-Request-Id',
  scheduleVersion: 'Schedule-Version',
} as const;
