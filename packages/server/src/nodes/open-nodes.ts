import type { WarnOf } from '../platform/warn-of.ts';
import type { Lease } from './lease.ts';
import { type Nodes, onlyNode } from './nodes.ts';

/** The other nodes over the same store, where there can be any. */
export async function openNodes(sharedUrl: string | undefined, lease: Lease, warnOf: WarnOf): Promise<Nodes> {
  if (sharedUrl === undefined) return onlyNode;
  const { linkNodes } = await import('./link-nodes.ts');
  return linkNodes({ url: sharedUrl, lease, onFailure: warnOf('the link to the other nodes failed') });
}
