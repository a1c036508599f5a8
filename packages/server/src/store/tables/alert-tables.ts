import type { AlertCondition } from '@setpoint/contract';
import { bigint, idIn, integer, text, textOf, table } from './table.ts';

export const alertTables = {
  alert_rule: table(
    {
      /** Also the id of the webhook that sends it. */
      alert_id: idIn('webhook'),
      alert_name: text,
      condition: textOf<AlertCondition>(),
      minutes: integer,
      /** Empty for a pool or all sites. */
      site_id: text,
      /** Empty for a site or all sites. */
      pool_id: text,
    },
    { key: ['alert_id'] },
  ),
  /** What a rule is firing for now. */
  alert_firing: table(
    {
      alert_id: idIn('alert_rule'),
      subject_id: text,
      subject_name: text,
      since: bigint,
      /** Whether there is or was a message of it. */
      is_told: integer,
    },
    { key: ['alert_id', 'subject_id'] },
  ),
};
