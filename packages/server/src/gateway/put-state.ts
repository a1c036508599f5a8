import type { Asset, SiteId } from '@setpoint/contract';
import type { Measurement } from '@setpoint/core';
import type { SplitTree } from '../sites/split-tree.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface ReportedDevices {
  readonly tree: SplitTree;
  readonly assets: string;
  /** See `ratingsText`. */
  readonly ratings: string;
  /** The assets whose power is not there. */
  readonly unmeasured: readonly Asset[];
  readonly measurements: readonly Measurement[];
}

type StateParams = {
  siteId: string;
  reportedAt: number;
  assets: string | null;
  ratings: string;
  treeShape: string;
  treeNumbers: string | null;
  means: string | null;
  applied: string;
  session: string;
  sequence: number;
  replacedSessions: string;
  revision: string | null;
  rejected: string;
  clockOffsetMs: number;
  takes: string | null;
  troubles: string | null;
};

/** Writes down what a report says of its site. */
export const putState = statement<StateParams>()(({ db, param }) =>
  db
    .insertInto('site_state')
    .values({
      site_id: param('siteId'),
      reported_at: param('reportedAt'),
      disconnected_at: null,
      assets: param('assets'),
      ratings: param('ratings'),
      tree_shape: param('treeShape'),
      tree_numbers: param('treeNumbers'),
      means: param('means'),
      applied: param('applied'),
      session: param('session'),
      sequence: param('sequence'),
      replaced_sessions: param('replacedSessions'),
      revision: param('revision'),
      rejected: param('rejected'),
      clock_offset_ms: param('clockOffsetMs'),
      takes: param('takes'),
      troubles: param('troubles'),
      is_announced_online: 1,
    })
    .onConflict((conflict) =>
      conflict.column('site_id').doUpdateSet((eb) => ({
        reported_at: eb.ref('excluded.reported_at'),
        disconnected_at: null,
        assets: eb.fn.coalesce('excluded.assets', 'site_state.assets'),
        ratings: eb.ref('excluded.ratings'),
        tree_shape: eb.ref('excluded.tree_shape'),
        tree_numbers: eb.fn.coalesce('excluded.tree_numbers', 'site_state.tree_numbers'),
        means: eb.ref('excluded.means'),
        applied: eb.ref('excluded.applied'),
        session: eb.ref('excluded.session'),
        sequence: eb.ref('excluded.sequence'),
        replaced_sessions: eb.ref('excluded.replaced_sessions'),
        revision: eb.ref('excluded.revision'),
        rejected: eb.ref('excluded.rejected'),
        clock_offset_ms: eb.ref('excluded.clock_offset_ms'),
        takes: eb.ref('excluded.takes'),
        troubles: eb.ref('excluded.troubles'),
        is_announced_online: 1,
      })),
    ),
);

const putTree = statement<{ siteId: string; tree: string }>()(({ db, param }) =>
  db
    .insertInto('device_tree')
    .values({ site_id: param('siteId'), tree: param('tree') })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet((eb) => ({ tree: eb.ref('excluded.tree') }))),
);

interface StoredDevices {
  readonly ratings: string | null;
  readonly tree_shape: string | null;
}

/** What of the state follows from the devices: what it was, where a report left them out. */
export function deviceTexts(before: StoredDevices, devices: ReportedDevices | undefined) {
  const { ratings, tree_shape: treeShape } = before;
  if (devices === undefined)
    return { assets: null, ratings: ratings ?? '', treeShape: treeShape ?? '', treeNumbers: null };
  const { assets, tree } = devices;
  return { assets, ratings: devices.ratings, treeShape: tree.shapeHash, treeNumbers: tree.numbers };
}

/** Writes the device tree without its numbers, if it is another one. */
export async function putDevices(
  tx: Tx,
  input: {
    readonly siteId: SiteId;
    readonly devices: ReportedDevices | undefined;
    readonly before: Pick<StoredDevices, 'tree_shape'>;
  },
): Promise<void> {
  const { siteId, devices, before } = input;
  if (devices === undefined || devices.tree.shapeHash === before.tree_shape) return;
  await tx.run(putTree, { siteId, tree: devices.tree.shape });
}
