import { acknowledgementTables } from './tables/acknowledgement-tables.ts';
import { alertTables } from './tables/alert-tables.ts';
import { auditTables } from './tables/audit-tables.ts';
import { consoleTables } from './tables/console-tables.ts';
import { eventTables } from './tables/event-tables.ts';
import { followingTables } from './tables/following-tables.ts';
import { historyTables } from './tables/history-tables.ts';
import { holdTables } from './tables/hold-tables.ts';
import { identityTables } from './tables/identity-tables.ts';
import { peopleTables } from './tables/people-tables.ts';
import { planTables } from './tables/plan-tables.ts';
import { poolTables } from './tables/pool-tables.ts';
import { scheduleTables } from './tables/schedule-tables.ts';
import { siteTables } from './tables/site-tables.ts';
import { storeTables } from './tables/store-tables.ts';
import { webhookTables } from './tables/webhook-tables.ts';
import type { RowsOf } from './tables/table.ts';

/** The tables, each behind those that it refers to. Instants are milliseconds since 1970, booleans 0 or 1. */
export const tables = {
  ...storeTables,
  ...siteTables,
  ...identityTables,
  ...peopleTables,
  ...consoleTables,
  ...scheduleTables,
  ...historyTables,
  ...holdTables,
  ...eventTables,
  ...planTables,
  ...followingTables,
  ...poolTables,
  ...webhookTables,
  ...auditTables,
  ...acknowledgementTables,
  ...alertTables,
};

type Rows = RowsOf<typeof tables>;

/** The rows of all tables. */
export interface Database extends Rows {
  /** PostgreSQL alone: batches that have no partition of their own. */
  batch_other: Rows['batch'];
  /** PostgreSQL alone: the same of measurements. */
  measurement_other: Rows['measurement'];
}
