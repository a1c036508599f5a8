import type { Scope } from '@setpoint/contract';

/** What a client needs for webhooks: they show it what it could read. */
export const WEBHOOK_SCOPES = ['fleet:webhooks', 'sites:read'] as const satisfies readonly Scope[];

/** With one of them it is shown what is neither of a site nor of a pool, too. */
export const OPERATOR_SCOPES = ['fleet:admin', 'audit:read'] as const satisfies readonly Scope[];
