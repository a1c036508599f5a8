import type { AuditAlteration } from '@setpoint/contract';

/** What the service found of a row that somebody altered. */
export function alteredText({ parts }: AuditAlteration): string {
  return `was altered in the database: its ${parts.join(', ')}`;
}
