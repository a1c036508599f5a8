import type { Scope } from '@setpoint/contract';

/** What a client needs for webhooks: they show it what it could read. */
export const WEBHOOK_SCOPES = ['fleet:webhooks', 'sites:read'] as const satisfies readonly Scope[];

/** One of them shows it alerts, too. */
export const ALERT_SCOPES = ['fleet:admin', 'audit:read'] as const satisfies readonly Scope[];
