export interface AuditTables {
  audit_record: AuditRecordTable;
  audit_head: AuditHeadTable;
  acting: ActingTable;
  audit_time_stamp: AuditTimeStampTable;
}

/** Who did what. Each row carries a hash of itself and of the row before it. */
interface AuditRecordTable {
  sequence: number;
  at: number;
  action: string;
  /** Kind and id. */
  actor: string;
  /** Kind and id. */
  subject: string;
  /** A JSON object: all of it but the hash. */
  record: string;
  hash: string;
}

/** One row: the last record, and the last one that was forgotten because of its age. */
interface AuditHeadTable {
  id: number;
  sequence: number;
  hash: string;
  forgotten_sequence: number;
  forgotten_hash: string;
}

/** What clients did for persons: every other table names the person. */
interface ActingTable {
  deed_id: string;
  client_id: string;
  at: number;
}

/** What an authority outside says of when there was a seal. */
interface AuditTimeStampTable {
  /** The record that is the seal. */
  sequence: number;
  /** As RFC 3161 has it, in base64. */
  token: string;
  authority: string;
  stamped_at: number;
}
