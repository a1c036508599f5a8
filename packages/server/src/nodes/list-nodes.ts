import { instantText } from '@setpoint/core';
import type { ServiceNode } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import type { ToldNode } from './note-node.ts';

const LOST_AFTER_MS = 60_000;

const allNodes = readBy('node', { key: [], by: ['nodeName', 'nodeId'] }, ['seenAt', 'told']);

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
