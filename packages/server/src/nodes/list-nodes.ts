import { instantText } from '@setpoint/core';
import type { ServiceNode } from '@setpoint/contract';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { ToldNode } from './note-node.ts';

const LOST_AFTER_MS = 60_000;

const allNodes = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('node').select(fields('seenAt', 'told')).orderBy('node_name').orderBy('node_id'),
);

/** All nodes that were heard of lately, by name. */
export async function listNodes(tx: Tx, { now }: { readonly now: number }): Promise<ServiceNode[]> {
  const rows = await tx.all(allNodes, {});
  return rows.map(({ seenAt, told }) => {
    const { isDraining, isChosen, ...node } = JSON.parse(told) as ToldNode;
    const isLost = now - seenAt > LOST_AFTER_MS;
    return {
      ...node,
      isChosen: isChosen && !isLost,
      seenAt: instantText(seenAt),
      state: isLost ? 'lost' : isDraining ? 'draining' : 'serving',
    };
  });
}
