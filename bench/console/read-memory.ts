import type { CDPSession, Page } from 'playwright-core';

/** The memory of a page, after everything was collected that can be. */
export interface Memory {
  /** All that the engine uses, with the code that it compiles the longer the page runs. */
  readonly heapBytes: number;
  /** What the page's own program keeps: objects, arrays, texts, functions. */
  readonly keptBytes: number;
}

const LOOKS = 12;
const BETWEEN_MS = 500;
const SNAPSHOTS = 3;
const KEPT = new Set([
  'object',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'closure',
  'number',
  'regexp',
]);

/** The least of several looks at a page at rest: what it asks for by itself is there in some of them. */
export async function readMemory(page: Page, browser: CDPSession): Promise<Memory> {
  let heapBytes = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS; look += 1) {
    await browser.send('HeapProfiler.collectGarbage');
    await browser.send('HeapProfiler.collectGarbage');
    heapBytes = Math.min(heapBytes, (await browser.send('Runtime.getHeapUsage')).usedSize);
    await page.waitForTimeout(BETWEEN_MS);
  }
  let keptBytes = Number.POSITIVE_INFINITY;
  for (let taken = 0; taken < SNAPSHOTS; taken += 1) {
    keptBytes = Math.min(keptBytes, keptIn(await takeSnapshot(browser)));
    await page.waitForTimeout(BETWEEN_MS);
  }
  return { heapBytes, keptBytes };
}

async function takeSnapshot(browser: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const onChunk = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  browser.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
  await browser.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  browser.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
  return JSON.parse(chunks.join('')) as Snapshot;
}

/** A row of numbers for each thing in memory; `meta` says what they are. */
interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } };
  readonly nodes: readonly number[];
}

function keptIn({ snapshot: { meta }, nodes }: Snapshot): number {
  const [fields, [types]] = [meta.node_fields, meta.node_types];
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (KEPT.has(types[nodes[at + type] ?? -1] ?? '')) bytes += nodes[at + size] ?? 0;
  }
  return bytes;
}
