import type { AlertChannel, AlertCondition } from '@setpoint/contract';

export interface AlertTables {
  alert_rule: AlertRuleTable;
  alert_firing: AlertFiringTable;
  alert_message: AlertMessageTable;
}

interface AlertRuleTable {
  alert_id: string;
  alert_name: string;
  condition: AlertCondition;
  minutes: number;
  /** Empty for a pool or all sites. */
  site_id: string;
  /** Empty for a site or all sites. */
  pool_id: string;
  channel: AlertChannel;
  target: string;
  /** What messages to a webhook are signed with; empty for others. */
  secret: string;
  /** 0 for not at all. */
  snoozed_until: number;
  last_error: string;
  created_at: number;
}

/** What a rule is firing for now. */
interface AlertFiringTable {
  alert_id: string;
  subject_id: string;
  subject_name: string;
  since: number;
  /** Whether there is or was a message of it. */
  is_told: number;
}

/** What was not taken yet. */
interface AlertMessageTable {
  message_id: string;
  alert_id: string;
  /** A JSON object, see `AlertMessage`. */
  body: string;
  created_at: number;
  attempts: number;
  next_at: number;
}
