import type { AuditRecordList, AuditTimeStamp } from '@setpoint/contract';

/** The time stamps of a page; a service of 1.0.0-rc.2 or before has none. */
export function timeStampsOf({
  timeStamps = [],
}: Partial<Pick<AuditRecordList, 'timeStamps'>>): readonly AuditTimeStamp[] {
  return timeStamps;
}
