import { describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { listNodes } from './list-nodes.ts';
import { type ToldNode, noteNode } from './note-node.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(STORE_KINDS)('the nodes of the service, on %s', (kind) => {
  const opened = storeOfEachTest(kind);

  const note = (node: ToldNode, { now = NOW, isFirst = false } = {}) =>
    opened.store.write(noteNode, { node, isFirst, now });
  const statesAt = async (now: number) => {
    const nodes = await opened.store.read(listNodes, { now });
    return nodes.map(({ nodeId, state }) => `${nodeId} ${state}`);
  };

  it('are listed by name, as they told of themselves last', async () => {
    await note(told('b', { controllers: 3 }));
    await note(told('a', { isChosen: true, commitMs: 4.2 }));
    await note(told('b', { controllers: 5, isDraining: true }), { now: NOW + 10_000 });
    const { isDraining: _of, ...a } = told('a', { isChosen: true, commitMs: 4.2 });
    const { isDraining: _ob, ...b } = told('b', { controllers: 5 });
    await expect(opened.store.read(listNodes, { now: NOW + 11_000 })).resolves.toEqual([
      { ...a, seenAt: '2030-01-01T10:00:00.000Z', state: 'serving' },
      { ...b, seenAt: '2030-01-01T10:00:10.000Z', state: 'draining' },
    ]);
  });

  it('are lost after a minute of silence, and then chosen for nothing', async () => {
    await note(told('a', { isChosen: true, isDraining: true }));
    await expect(statesAt(NOW + MINUTE_MS)).resolves.toEqual(['a draining']);
    await expect(statesAt(NOW + MINUTE_MS + 1)).resolves.toEqual(['a lost']);
    await expect(opened.store.read(listNodes, { now: NOW + MINUTE_MS + 1 })).resolves.toMatchObject([
      { isChosen: false },
    ]);
  });

  it('are forgotten a day after that, when another tells of itself', async () => {
    await note(told('a'));
    await note(told('b'), { now: NOW + DAY_MS });
    await expect(statesAt(NOW + DAY_MS)).resolves.toEqual(['a lost', 'b serving']);
    await note(told('b'), { now: NOW + DAY_MS + 1 });
    await expect(statesAt(NOW + DAY_MS + 1)).resolves.toEqual(['b serving']);
  });

  it('replace the earlier node of their name, at their first word alone', async () => {
    await note(told('a', { nodeName: 'one' }));
    await note(told('b', { nodeName: 'one' }), { isFirst: true });
    await expect(statesAt(NOW)).resolves.toEqual(['b serving']);
    await note(told('a', { nodeName: 'one' }));
    await expect(statesAt(NOW)).resolves.toEqual(['a serving', 'b serving']);
  });
});

function told(nodeId: string, more: Partial<ToldNode> = {}): ToldNode {
  return {
    nodeId,
    nodeName: `node ${nodeId}`,
    softwareVersion: '0.1.0',
    startedAt: '2030-01-01T09:00:00.000Z',
    isDraining: false,
    isChosen: false,
    controllers: 0,
    waitingWrites: 0,
    commitMs: null,
    eventLoopDelayMs: 0.4,
    ...more,
  };
}
