import { instantText } from '@setpoint/core';
import manifest from '../../package.json' with { type: 'json' };
import type { Shutdown } from '../platform/shutdown/shutdown.ts';
import type { NodeFigures } from '../platform/figures/node-figures.ts';
import { repeatEvery } from '../platform/loops/repeat-every.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import type { Store } from '../store/store.ts';
import { type ToldNode, noteNode, removeNode } from './note-node.ts';
import type { Nodes } from './nodes.ts';

const TELL_EVERY_MS = 10_000;

export interface NodeTelling {
  readonly store: Store;
  readonly nodes: Pick<Nodes, 'nodeId' | 'now' | 'isChosen'>;
  readonly nodeName: string;
  readonly shutdown: Pick<Shutdown, 'isDraining'>;
  /** How many controllers are connected to it, or wait. */
  readonly controllers: () => number;
  readonly figures: Pick<NodeFigures, 'commitMs' | 'eventLoopDelayMs'>;
  readonly warnOf: WarnOf;
}

export interface TellingNode {
  /** Tells at once, when something changed that others wait for. */
  tell(): Promise<void>;
  /** Takes the node off the list. */
  stop(): Promise<void>;
}

/** Lets all nodes know of this one, now and every few seconds. */
export async function tellOfNode(telling: NodeTelling): Promise<TellingNode> {
  const { store, nodes, warnOf } = telling;
  const onFailure = warnOf('this node could not report its state');
  const startedAt = instantText(nodes.now());
  let isFirst = true;
  let told = Promise.resolve();

  async function note(): Promise<void> {
    const node = { ...(await describe(telling)), startedAt };
    await store.write(noteNode, { node, isFirst, now: nodes.now() });
    isFirst = false;
  }
  // One behind the other, so that what was told last is what is kept.
  function tell(): Promise<void> {
    told = told.then(note).catch(onFailure);
    return told;
  }

  await tell();
  const repeating = repeatEvery({ everyMs: TELL_EVERY_MS, onFailure }, tell);
  return {
    tell,
    async stop() {
      await repeating.stop();
      await told;
      await store.write(removeNode, { nodeId: nodes.nodeId }).catch(onFailure);
    },
  };
}

async function describe(telling: NodeTelling): Promise<Omit<ToldNode, 'startedAt'>> {
  const { store, nodes, nodeName, shutdown, controllers, figures } = telling;
  return {
    nodeId: nodes.nodeId,
    nodeName,
    softwareVersion: manifest.version,
    isDraining: shutdown.isDraining(),
    isChosen: await nodes.isChosen(),
    controllers: controllers(),
    waitingWrites: store.waitingWrites(),
    commitMs: figures.commitMs(),
    eventLoopDelayMs: figures.eventLoopDelayMs(),
  };
}
