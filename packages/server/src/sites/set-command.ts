import type { Asset, CommandType } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** One asset/type pair of a site. */
export type PairParams = { siteId: string; asset: Asset; type: CommandType };

/** The batch that names a pair. */
export type NamedBy = { readonly version: number; readonly batchId: string };

type SetPairParams = PairParams & NamedBy & { text: string; hash: string; firstSet: string; clientId: string };

const setPair = statement<SetPairParams>()(({ db, param }) =>
  db
    .insertInto('set_command')
    .values({
      site_id: param('siteId'),
      asset: param('asset'),
      type: param('type'),
      text: param('text'),
      hash: param('hash'),
      version: param('version'),
      batch_id: param('batchId'),
      first_set: param('firstSet'),
      client_id: param('clientId'),
    })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'asset', 'type']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        hash: eb.ref('excluded.hash'),
        version: eb.ref('excluded.version'),
        batch_id: eb.ref('excluded.batch_id'),
        first_set: eb.ref('excluded.first_set'),
        client_id: eb.ref('excluded.client_id'),
      })),
    ),
);

const setVersion = statement<PairParams & NamedBy & { clientId: string }>()(({ db, param }) =>
  db
    .updateTable('set_command')
    .set({ version: param('version'), batch_id: param('batchId'), client_id: param('clientId') })
    .where('site_id', '=', param('siteId'))
    .where('asset', '=', param('asset'))
    .where('type', '=', param('type')),
);

const commandOfPair = statement<PairParams>()(({ db, param }) =>
  db
    .selectFrom('set_command')
    .select(['text', 'hash', 'version', 'first_set'])
    .where('site_id', '=', param('siteId'))
    .where('asset', '=', param('asset'))
    .where('type', '=', param('type')),
);

const clearPair = statement<PairParams>()(({ db, param }) =>
  db
    .deleteFrom('set_command')
    .where('site_id', '=', param('siteId'))
    .where('asset', '=', param('asset'))
    .where('type', '=', param('type')),
);

const noteCleared = statement<PairParams & NamedBy>()(({ db, param }) =>
  db
    .insertInto('cleared_command')
    .values({
      site_id: param('siteId'),
      asset: param('asset'),
      type: param('type'),
      version: param('version'),
      batch_id: param('batchId'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'asset', 'type'])
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version'), batch_id: eb.ref('excluded.batch_id') })),
    ),
);

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
  const row = await tx.first(commandOfPair, pair);
  if (row === undefined) return undefined;
  const { text, hash, version, first_set: firstSet } = row;
  return { text, hash, firstSet, version };
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
