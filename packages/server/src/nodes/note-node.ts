import type { ServiceNode } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** What a node tells of itself; when, and whether it still does, is for others to say. */
export interface ToldNode extends Omit<ServiceNode, 'seenAt' | 'state' | 'nodeName' | 'softwareVersion'> {
  readonly nodeName: string;
  readonly softwareVersion: string;
  readonly isDraining: boolean;
}

const KEPT_FOR_MS = 24 * 3_600_000;

const putNode = statement<{ nodeId: string; nodeName: string; now: number; told: string }>()(({ db, param }) =>
  db
    .insertInto('node')
    .values({
      node_id: param('nodeId'),
      node_name: param('nodeName'),
      seen_at: param('now'),
      told: param('told'),
    })
    .onConflict((conflict) =>
      conflict
        .column('node_id')
        .doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at'), told: eb.ref('excluded.told') })),
    ),
);

const forgetNodes = statement<{ before: number }>()(({ db, param }) =>
  db.deleteFrom('node').where('seen_at', '<', param('before')),
);

const replaceNodes = statement<{ nodeName: string }>()(({ db, param }) =>
  db.deleteFrom('node').where('node_name', '=', param('nodeName')),
);

const dropNode = statement<{ nodeId: string }>()(({ db, param }) =>
  db.deleteFrom('node').where('node_id', '=', param('nodeId')),
);

interface NoteNodeInput {
  readonly node: ToldNode;
  /** Then it replaces the earlier node of its name. */
  readonly isFirst: boolean;
  readonly now: number;
}

/** Keeps what a node tells of itself, and forgets those that told nothing for a day. */
export const noteNode = defineWrite({
  name: 'noteNode',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, { node, isFirst, now }: NoteNodeInput): Promise<void> => {
    const { nodeId, nodeName } = node;
    if (isFirst) await tx.run(replaceNodes, { nodeName });
    await tx.run(forgetNodes, { before: now - KEPT_FOR_MS });
    await tx.run(putNode, { nodeId, nodeName, now, told: JSON.stringify(node) });
  },
});

/** Forgets a node that stops. */
export const removeNode = defineWrite({
  name: 'removeNode',
  record: 'not recorded: a node says that it goes',
  run: async (tx: Tx, { nodeId }: { readonly nodeId: string }): Promise<void> => {
    await tx.run(dropNode, { nodeId });
  },
});
