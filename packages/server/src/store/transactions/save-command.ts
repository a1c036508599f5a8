import { carryFirstSet, type SetMark } from '@setpoint/core';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

/** One asset/type pair of a site. */
export type PairParams = { siteId: string; asset: string; type: string };

type SetPairParams = PairParams & { text: string; hash: string; version: number; firstSet: string; clientId: string };

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
      first_set: param('firstSet'),
      client_id: param('clientId'),
    })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'asset', 'type']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        hash: eb.ref('excluded.hash'),
        version: eb.ref('excluded.version'),
        first_set: eb.ref('excluded.first_set'),
        client_id: eb.ref('excluded.client_id'),
      })),
    ),
);

const setVersion = statement<PairParams & { version: number; clientId: string }>()(({ db, param }) =>
  db
    .updateTable('set_command')
    .set({ version: param('version'), client_id: param('clientId') })
    .where('site_id', '=', param('siteId'))
    .where('asset', '=', param('asset'))
    .where('type', '=', param('type')),
);

const commandOfPair = statement<PairParams>()(({ db, param }) =>
  db
    .selectFrom('set_command')
    .select(['text', 'hash', 'version', 'first_set'])
    // A backup that was restored raised the epoch since: the batches from before it keep theirs.
    .select((eb) =>
      eb
        .selectFrom('batch')
        .select('batch_id')
        .whereRef('batch.site_id', '=', 'set_command.site_id')
        .whereRef('batch.version', '=', 'set_command.version')
        .orderBy('epoch', 'desc')
        .limit(1)
        .as('batch_id'),
    )
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

const noteCleared = statement<PairParams & { version: number }>()(({ db, param }) =>
  db
    .insertInto('cleared_command')
    .values({ site_id: param('siteId'), asset: param('asset'), type: param('type'), version: param('version') })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'asset', 'type']).doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
    ),
);

export interface CommandText {
  readonly text: string;
  readonly hash: string;
  readonly replaces: StandingCommand | undefined;
  readonly clientId: string;
}

/** A pair as it is set. */
export interface StandingCommand {
  readonly text: string;
  readonly hash: string;
  readonly firstSet: string;
  readonly version: number;
  /** That named it last; null when that one was forgotten. */
  readonly batchId: string | null;
}

export async function findCommand(tx: Tx, pair: PairParams): Promise<StandingCommand | undefined> {
  const row = await tx.first(commandOfPair, pair);
  if (row === undefined) return undefined;
  const { text, hash, version, first_set: firstSet, batch_id: batchId } = row;
  return { text, hash, firstSet, version, batchId };
}

/** Sets a pair; entries that are the same as before keep when they were first set. */
export async function setCommand(tx: Tx, pair: PairParams, written: CommandText & SetMark): Promise<void> {
  const { text, hash, replaces, version, clientId } = written;
  if (replaces?.hash === hash) return tx.run(setVersion, { ...pair, version, clientId });
  return tx.run(setPair, { ...pair, text, hash, version, clientId, firstSet: carryFirstSet(replaces, text, written) });
}

export async function clearCommand(tx: Tx, pair: PairParams, version: number): Promise<void> {
  await tx.run(clearPair, pair);
  await tx.run(noteCleared, { ...pair, version });
}
