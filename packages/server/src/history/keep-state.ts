import type { SiteId } from '@setpoint/contract';
import { writeTexts } from '@setpoint/core';
import { readBy } from '../store/fields.ts';
import { put } from '../store/put.ts';
import { compressText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { commandTexts } from '../sites/read-site.ts';

/** From a kept state, any version is less than so many batches away. */
export const VERSIONS_PER_STATE = 256;

const textsOfSite = readBy('set_command', ['siteId'], ['asset', 'type', 'text']);

const insertState = put('kept_state', {
  key: ['siteId', 'epoch', 'version'],
  set: ['isFirst'],
  once: ['acceptedAt', 'commands'],
});

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
