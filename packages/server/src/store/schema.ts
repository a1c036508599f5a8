import type { AcknowledgementTables } from './tables/acknowledgement-tables.ts';
import type { AlertTables } from './tables/alert-tables.ts';
import type { AuditTables } from './tables/audit-tables.ts';
import type { ConsoleTables } from './tables/console-tables.ts';
import type { EventTables } from './tables/event-tables.ts';
import type { FollowingTables } from './tables/following-tables.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { HoldTables } from './tables/hold-tables.ts';
import type { IdentityTables } from './tables/identity-tables.ts';
import type { PeopleTables } from './tables/people-tables.ts';
import type { PlanTables } from './tables/plan-tables.ts';
import type { PoolTables } from './tables/pool-tables.ts';
import type { ScheduleTables } from './tables/schedule-tables.ts';
import type { SiteTables } from './tables/site-tables.ts';
import type { StoreTables } from './tables/store-tables.ts';
import type { WebhookTables } from './tables/webhook-tables.ts';

/** The tables, as both databases have them. Instants are milliseconds since 1970, booleans 0 or 1. */
export interface Database
  extends
    StoreTables,
    SiteTables,
    ScheduleTables,
    HistoryTables,
    HoldTables,
    EventTables,
    PeopleTables,
    PlanTables,
    PoolTables,
    FollowingTables,
    WebhookTables,
    AuditTables,
    AcknowledgementTables,
    AlertTables,
    IdentityTables,
    ConsoleTables {}
