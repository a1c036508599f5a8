import type { SiteId } from '@setpoint/contract';
import { writeTexts } from '@setpoint/core';
import { statement } from '../store/statement.ts';
import { compressText, type StoredText } from '../store/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { commandTexts } from '../sites/read-site.ts';

/** From a kept state, any version is less than so many batches away. */
export const VERSIONS_PER_STATE = 256;

const textsOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('set_command').select(['asset', 'type', 'text']).where('site_id', '=', param('siteId')),
);

type StateParams = {
  siteId: string;
  epoch: number;
  version: number;
  acceptedAt: number;
  isFirst: number;
  commands: StoredText;
};

const insertState = statement<StateParams>()(({ db, param }) =>
  db
    .insertInto('kept_state')
    .values({
      site_id: param('siteId'),
      epoch: param('epoch'),
      version: param('version'),
      accepted_at: param('acceptedAt'),
      is_first: param('isFirst'),
      commands: param('commands'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'epoch', 'version'])
        .doUpdateSet((eb) => ({ is_first: eb.ref('excluded.is_first') })),
    ),
);

/** One version of a site's schedule, and when it came to be. */
export interface VersionMark {
  readonly siteId: SiteId;
  readonly epoch: number;
  readonly version: number;
  readonly acceptedAt: number;
}

/** Writes down all that is set, once in a while. */
export async function keepStateWhenDue(tx: Tx, mark: VersionMark): Promise<void> {
  if (mark.version % VERSIONS_PER_STATE !== 0) return;
  const rows = await tx.all(textsOfSite, { siteId: mark.siteId });
  await keepState(tx, mark, { texts: commandTexts(rows), isFirst: false });
}

export async function keepState(
  tx: Tx,
  { siteId, epoch, version, acceptedAt }: VersionMark,
  { texts, isFirst }: { readonly texts: readonly string[]; readonly isFirst: boolean },
): Promise<void> {
  const commands = compressText(writeTexts(texts));
  await tx.run(insertState, { siteId, epoch, version, acceptedAt, isFirst: isFirst ? 1 : 0, commands });
}
