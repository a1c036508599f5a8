import { AppError, type PairName, type SiteId } from '@setpoint/contract';
import {
  type InForce,
  inForceOf,
  type LoggedCommand,
  loggedCommands,
  replayBatch,
  type Standing,
  withoutTime,
} from '@setpoint/core';
import type { Store } from '../store/store.ts';
import type { LoggedBatch } from '../history/read-history.ts';
import { readBatchesBack, readKeptState, type StandingSchedule } from './read-standing.ts';

const MOST_ROWS_AT_ONCE = 64;
// Two days of an activation each 4 s; all of it is held in memory at once.
const MOST_BATCHES = 50_000;

interface Loading {
  readonly store: Store;
  readonly siteId: SiteId;
  readonly standing: StandingSchedule;
  readonly fromMs: number;
  /** How many batches are looked through at the most. */
  readonly mostBatches?: number;
}

/** What was in force on a site from an instant up to now, by the batches since. */
export async function loadInForce(loading: Loading): Promise<Map<PairName, readonly InForce[]>> {
  const { texts, held } = loading.standing;
  const changes = await changesSince(loading);
  const inForce = new Map<PairName, readonly InForce[]>();
  for (const pair of new Set([...texts.keys(), ...changes.keys()])) {
    const always = { fromMs: Number.NEGATIVE_INFINITY, text: texts.get(pair) ?? null };
    let pieces = inForceOf(changes.get(pair)?.toReversed() ?? [always]);
    for (const { fromMs, toMs } of held.get(pair) ?? []) pieces = withoutTime(pieces, fromMs, toMs);
    inForce.set(pair, pieces);
  }
  return inForce;
}

/** What stood for each pair that changed since an instant, the latest first; the last of it from before that. */
async function changesSince(loading: Loading): Promise<Map<PairName, Standing[]>> {
  const { store, siteId, standing, fromMs, mostBatches = MOST_BATCHES } = loading;
  const noted = noteStandings();
  let oldest: Place = standing;
  for await (const batch of batchesBack({ store, siteId, from: standing }, mostBatches)) {
    if (batch.accepted_at <= fromMs) {
      await noteBefore({ store, siteId, from: batch }, noted);
      return noted.changes;
    }
    for (const command of loggedCommands(batch.commands)) noted.add(batch, command);
    oldest = placeBefore(batch);
  }
  // What is forgotten led to a state that was written down.
  await noteBefore({ store, siteId, from: oldest }, noted);
  return noted.changes;
}

/** Finds, for the pairs that changed, what stood before that: at the latest in the state that was written down last. */
async function noteBefore({ store, siteId, from }: Back, noted: Noted): Promise<void> {
  if (noted.open.size === 0) return;
  const kept = await store.read(readKeptState, { siteId, epoch: from.epoch, version: from.version });
  for await (const batch of batchesBack({ store, siteId, from }, MOST_BATCHES)) {
    if (noted.open.size === 0 || isAtOrBefore(batch, kept)) break;
    for (const command of loggedCommands(batch.commands)) noted.close(batch, command);
  }
  noteKept(noted, kept ?? { accepted_at: 0, commands: '[]' });
}

function noteKept(noted: Noted, kept: Accepted & Pick<LoggedBatch, 'commands'>): void {
  const texts = replayBatch(new Map(), kept.commands);
  for (const pair of noted.open) noted.close(kept, { pair, text: texts.get(pair) ?? '', isCleared: !texts.has(pair) });
}

type Place = Pick<LoggedBatch, 'epoch' | 'version'>;
type Accepted = Pick<LoggedBatch, 'accepted_at'>;

interface Back {
  readonly store: Store;
  readonly siteId: SiteId;
  readonly from: Place;
}

interface Noted {
  readonly changes: Map<PairName, Standing[]>;
  /** Of these it is not known yet what stood before. */
  readonly open: Set<PairName>;
  add(batch: Accepted, command: LoggedCommand): void;
  close(batch: Accepted, command: LoggedCommand): void;
}

function noteStandings(): Noted {
  const changes = new Map<PairName, Standing[]>();
  const open = new Set<PairName>();
  function note({ accepted_at: fromMs }: Accepted, { pair, text, isCleared }: LoggedCommand): void {
    const standings = changes.get(pair) ?? [];
    standings.push({ fromMs, text: isCleared ? null : text });
    changes.set(pair, standings);
  }
  return {
    changes,
    open,
    add(batch, command) {
      note(batch, command);
      open.add(command.pair);
    },
    close(batch, command) {
      if (open.delete(command.pair)) note(batch, command);
    },
  };
}

function placeBefore({ epoch, version }: Place): Place {
  return { epoch, version: version - 1 };
}

function isAtOrBefore(batch: Place, kept: Place | undefined): boolean {
  if (kept === undefined || batch.epoch > kept.epoch) return false;
  return batch.epoch < kept.epoch || batch.version <= kept.version;
}

async function* batchesBack({ store, siteId, from }: Back, most: number): AsyncGenerator<LoggedBatch> {
  let { epoch, version } = from;
  // Mostly the last batch is old enough; it may be large.
  for (let read = 0, limit = 1; read < most; read += limit, limit = Math.min(4 * limit, MOST_ROWS_AT_ONCE)) {
    const batches = await store.read(readBatchesBack, { siteId, epoch, version, limit });
    yield* batches;
    const last = batches.at(-1);
    if (last === undefined || batches.length < limit) return;
    ({ epoch, version } = placeBefore(last));
    // Others have their turn between two pages.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const times = most.toLocaleString('en-US');
  throw new AppError('bad_request', `the schedule changed more than ${times} times since then: ask for a later window`);
}
