import type { ServiceNode } from '@setpoint/contract';
import { put, removeBy } from '../store/put.ts';
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

const putNode = put('node', { key: ['nodeId'], set: ['seenAt', 'told'], once: ['nodeName'] });

const forgetNodes = statement<{ before: number }>()(({ db, param }) =>
  db.deleteFrom('node').where('seen_at', '<', param('before')),
);

const replaceNodes = removeBy('node', ['nodeName']);

const dropNode = removeBy('node', ['nodeId']);

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
    await tx.run(putNode, { nodeId, nodeName, seenAt: now, told: JSON.stringify(node) });
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
