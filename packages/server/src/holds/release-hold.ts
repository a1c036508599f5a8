import type { ClientId, HoldId, SiteId } from '@setpoint/contract';
import { forgetRows } from '../platform/loops/forgetting.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { releaseSites } from './steps/release-sites.ts';
import { readHold, RELEASED } from './read-hold.ts';
import type { Done } from '../trail/deed.ts';
import { noteActing } from '../trail/note-acting.ts';
import { recorded } from '../trail/recorded.ts';
import { holdRecord } from './hold-record.ts';

export interface ReleaseHoldInput {
  readonly holdId: HoldId;
  readonly clientId: ClientId;
  readonly now: number;
}

export interface ReleaseHoldOutput {
  /** The site that is free again at once; for more than one `carryHoldStep` walks. */
  readonly changed: readonly SiteId[];
}

const noteRelease = statement<{ holdId: string; clientId: string; now: number }>()(({ db, param }) =>
  db
    .updateTable('hold')
    .set({ released_at: param('now'), released_by: param('clientId') })
    .where('hold_id', '=', param('holdId'))
    .where('released_at', 'is', null),
);

/** Lets a hold go, the first time it is asked to. */
export const releaseHold = defineWrite({
  name: 'releaseHold',
  usesReserve: true,
  record: recorded({ ...holdRecord, action: 'hold.released' }),
  run: async (tx: Tx, { holdId, clientId, now, by }: ReleaseHoldInput & Done): Promise<ReleaseHoldOutput> => {
    const before = await readHold(tx, { holdId });
    await tx.run(noteRelease, { holdId, clientId, now });
    if (before?.releasedAt === null) await noteActing(tx, { deedId: holdId + RELEASED, actor: by?.actor, now });
    const hold = await readHold(tx, { holdId });
    if (hold === undefined || hold.siteId === null || !hold.isLying) return { changed: [] };
    await releaseSites(tx, { holdId, siteIds: [hold.siteId], now });
    return { changed: [hold.siteId] };
  },
});

/** Holds, counted from their release. One that still lies on a site is not over, whenever it was released. */
export const forgetHolds = forgetRows('hold', {
  name: 'forgetHolds',
  by: 'releasedAt',
  where: 'NOT EXISTS (SELECT 1 FROM site_hold WHERE site_hold.hold_id = hold.hold_id)',
  step: 1_000,
});
