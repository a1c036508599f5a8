import { fromStoredText, type StoredText } from '../store/values/stored-text.ts';

/** A row of the log with its commands as they were written. */
export function withCommands<Row extends { readonly commands: StoredText }>(row: Row): Row & { commands: string } {
  return { ...row, commands: fromStoredText(row.commands) };
}
