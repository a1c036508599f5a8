import { CATALOGUE, pairName } from '@setpoint/contract';
import type { CommandText, SetTexts } from '../command-text/command-text.ts';
import { lastEndOf } from '../command-text/entry-ending-after.ts';
import { entriesBefore } from '../command-text/entries-before.ts';
import { inUtc } from '../command-text/in-utc.ts';
import { instantText } from '../time/instant-text.ts';

export interface SnapshotHead {
  readonly revision: string;
  readonly issuedAt: number;
  readonly holdSeconds: number | null;
  /** Entries that begin then or later are left out. */
  readonly until?: number | undefined;
}

/** The schedule as a controller gets it: every command that has not ended, with all of its entries. */
export function snapshotText(texts: SetTexts, { revision, issuedAt, holdSeconds, until }: SnapshotHead): string {
  const open: CommandText[] = [];
  for (const { asset, type } of CATALOGUE) {
    const text = texts.get(pairName({ asset, type }));
    if (text === undefined || lastEndOf(text) <= issuedAt) continue;
    const near = until === undefined ? text : entriesBefore(text, until);
    if (near !== undefined) open.push(inUtc(near));
  }
  const start = JSON.stringify({ revision, issuedAt: instantText(issuedAt), holdSeconds }).slice(0, -1);
  return `${start},"commands":[${open.join(',')}],"offers":["orders"]}`;
}
