import { bigint, onlyRow, text, table } from './table.ts';

export const auditTables = {
  /** Who did what. Each row carries a hash of itself and of the row before it. */
  audit_record: table(
    {
      sequence: bigint,
      at: bigint,
      action: text,
      /** Kind and id. */
      actor: text,
      /** Kind and id. */
      subject: text,
      /** A JSON object: all of it but the hash. */
      record: text,
      hash: text,
    },
    {
      key: ['sequence'],
      indexes: {
        audit_record_by_action: '(action, sequence)',
        audit_record_by_actor: '(actor, sequence)',
        audit_record_by_subject: '(subject, sequence)',
        audit_record_by_time: '(at)',
      },
    },
  ),
  /** One row: the last record, and the last one that was forgotten because of its age. */
  audit_head: table(
    {
      id: onlyRow,
      sequence: bigint,
      hash: text,
      forgotten_sequence: bigint,
      forgotten_hash: text,
    },
    { key: ['id'], seed: { id: 1, sequence: 0, hash: '', forgotten_sequence: 0, forgotten_hash: '' } },
  ),
  /** What clients did for persons: every other table names the person. */
  acting: table(
    {
      deed_id: text,
      client_id: text,
      at: bigint,
    },
    { key: ['deed_id'], indexes: { acting_by_age: '(at)' } },
  ),
};
