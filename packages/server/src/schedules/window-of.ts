import type { SplicedWindow } from '@setpoint/contract';
import { countEntries, instantText, type ParsedBatch } from '@setpoint/core';

/** The window that a batch replaces, in UTC; undefined if it replaces its commands. */
export function windowOf({ splice, commands }: ParsedBatch): SplicedWindow | undefined {
  if (splice === undefined) return undefined;
  const { fromMs, toMs } = splice.window;
  const entries = commands.reduce((sum, { text }) => sum + (text === null ? 0 : countEntries(text)), 0);
  return { from: instantText(fromMs), to: instantText(toMs), entries };
}
