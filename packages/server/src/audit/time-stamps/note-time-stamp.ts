import { defineWrite } from '../../store/define-write.ts';
import { put } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';

interface NotedTimeStamp {
  readonly sequence: number;
  /** In base64. */
  readonly token: string;
  readonly authority: string;
  readonly stampedAt: number;
}

const putTimeStamp = put('audit_time_stamp', { key: ['sequence'], set: ['token', 'authority', 'stampedAt'] });

/** Keeps a time stamp beside its seal. */
export const noteTimeStamp = defineWrite({
  name: 'noteTimeStamp',
  only: 'chosen',
  record: 'not recorded: it belongs to a record, and proves itself',
  run: (tx: Tx, noted: NotedTimeStamp): Promise<void> => tx.run(putTimeStamp, { ...noted }),
});
