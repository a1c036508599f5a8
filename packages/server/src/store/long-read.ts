import type { Transaction } from './tx.ts';

type AnyTransaction = Transaction<never, unknown>;

const long = new WeakSet<AnyTransaction>();
const urgent = new WeakSet<AnyTransaction>();

/** Declares a read of many rows: where reads share connections, it leaves most of them to others. */
export function longRead<Input, Output>(transaction: Transaction<Input, Output>): Transaction<Input, Output> {
  long.add(transaction);
  return transaction;
}

/** Declares a short read that much depends on: it has connections of its own, and does not stand behind others. */
export function urgentRead<Input, Output>(transaction: Transaction<Input, Output>): Transaction<Input, Output> {
  urgent.add(transaction);
  return transaction;
}

export const isLongRead = (transaction: AnyTransaction): boolean => long.has(transaction);
export const isUrgentRead = (transaction: AnyTransaction): boolean => urgent.has(transaction);
