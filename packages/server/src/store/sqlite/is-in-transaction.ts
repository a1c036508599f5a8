import type { DatabaseSync } from 'node:sqlite';

/** Whether a transaction is open on the connection. Node before 22.16 does not tell: only one can be open at a time. */
export function isInTransaction(db: Pick<DatabaseSync, 'exec'> & Partial<DatabaseSync>): boolean {
  return db.isTransaction ?? !canBegin(db);
}

function canBegin(db: Pick<DatabaseSync, 'exec'>): boolean {
  try {
    db.exec('BEGIN');
  } catch {
    return false;
  }
  db.exec('ROLLBACK');
  return true;
}
