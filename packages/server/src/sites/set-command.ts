import type { Asset, CommandType } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import { put, removeBy, updateBy } from '../store/put.ts';
import type { Tx } from '../store/tx.ts';

/** One asset/type pair of a site. */
export type PairParams = { siteId: string; asset: Asset; type: CommandType };

/** The batch that names a pair. */
export type NamedBy = { readonly version: number; readonly batchId: string };

const PAIR = ['siteId', 'asset', 'type'] as const;

const setPair = put('set_command', { key: PAIR, set: ['text', 'hash', 'version', 'batchId', 'firstSet', 'clientId'] });

const setVersion = updateBy('set_command', PAIR, ['version', 'batchId', 'clientId']);

const commandOfPair = readBy('set_command', PAIR, ['text', 'hash', 'version', 'firstSet']);

const clearPair = removeBy('set_command', PAIR);

const noteCleared = put('cleared_command', { key: PAIR, set: ['version', 'batchId'] });

/** What is known of a text before it is set. */
export interface KnownText {
  readonly hash: string;
  /** Which batch each entry was first set by; undefined for the very text that is set. */
  readonly firstSet: string | undefined;
}

export interface CommandText extends KnownText {
  readonly text: string;
  readonly clientId: string;
}

/** A pair as it is set. */
export interface StandingCommand {
  readonly text: string;
  readonly hash: string;
  readonly firstSet: string;
  readonly version: number;
}

export async function findCommand(tx: Tx, pair: PairParams): Promise<StandingCommand | undefined> {
  return tx.first(commandOfPair, pair);
}

/** Sets a pair. */
export async function setCommand(tx: Tx, pair: PairParams, written: CommandText & NamedBy): Promise<void> {
  const { text, hash, firstSet, version, batchId, clientId } = written;
  const by = { ...pair, version, batchId, clientId };
  return firstSet === undefined ? tx.run(setVersion, by) : tx.run(setPair, { ...by, text, hash, firstSet });
}

export async function clearCommand(tx: Tx, pair: PairParams, { version, batchId }: NamedBy): Promise<void> {
  await tx.run(clearPair, pair);
  await tx.run(noteCleared, { ...pair, version, batchId });
}
