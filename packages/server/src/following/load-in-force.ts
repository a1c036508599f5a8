import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairName, SiteId } from '@setpoint/contract';
import {
  type Change,
  type InForce,
  inForceOf,
  readChanges,
  replayBatch,
  type Standing,
  withoutTime,
} from '@setpoint/core';
import type { ReadableStore } from '../store/store.ts';
import { nextRows } from '../history/next-rows.ts';
import type { LoggedBatch } from '../history/read-history.ts';
import { readBatchesBack, readKeptState, type StandingSchedule } from './read-standing.ts';

// Two days of an activation each 4 s; all of it is held in memory at once.
const MOST_BATCHES = 50_000;

interface Loading {
  readonly store: ReadableStore;
  readonly siteId: SiteId;
  readonly standing: StandingSchedule;
  readonly fromMs: number;
  /** How many batches are looked through at the most. */
  readonly mostBatches?: number | undefined;
}

/** More batches were accepted since than are looked through. */
export interface TooManyBatches {
  readonly kind: 'too_many_batches';
  readonly most: number;
}

export type LoadedInForce =
  | { readonly kind: 'loaded'; readonly commands: ReadonlyMap<PairName, readonly InForce[]> }
  | TooManyBatches;

/** What was in force on a site from an instant up to now, by the batches since. */
export async function loadInForce(loading: Loading): Promise<LoadedInForce> {
  const { texts, held } = loading.standing;
  const noted = noteStandings();
  const walked = await noteSince(loading, noted);
  if (walked.kind === 'too_many_batches') return walked;
  const commands = new Map<PairName, readonly InForce[]>();
  for (const pair of new Set([...texts.keys(), ...noted.changes.keys()])) {
    const always = { fromMs: Number.NEGATIVE_INFINITY, text: texts.get(pair) ?? null };
    let pieces = inForceOf(noted.changes.get(pair)?.toReversed() ?? [always]);
    for (const { fromMs, toMs } of held.get(pair) ?? []) pieces = withoutTime(pieces, fromMs, toMs);
    commands.set(pair, pieces);
  }
  return { kind: 'loaded', commands };
}

/** Notes what stood for each pair that changed since an instant, the latest first; the last of it from before that. */
async function noteSince(loading: Loading, noted: Noted): Promise<Walked> {
  const { store, siteId, standing, fromMs, mostBatches: most = MOST_BATCHES } = loading;
  const walked = await walkBack({ store, siteId, from: standing, most }, (batch) => {
    if (batch.accepted_at <= fromMs) return false;
    for (const change of readChanges(batch.commands)) noted.add(batch, change);
    return true;
  });
  // What is forgotten led to a state that was written down.
  return walked.kind === 'walked'
    ? noteBefore({ store, siteId, from: walked.next, most: MOST_BATCHES }, noted)
    : walked;
}

/** Finds, for the pairs that changed, what stood before that: at the latest in the state that was written down last. */
async function noteBefore(back: Back, noted: Noted): Promise<Walked> {
  const { store, siteId, from } = back;
  if (noted.open.size === 0) return { kind: 'walked', next: from };
  const kept = await store.read(readKeptState, { siteId, epoch: from.epoch, version: from.version });
  const walked = await walkBack(back, (batch) => {
    if (noted.open.size === 0 || isAtOrBefore(batch, kept)) return false;
    for (const change of readChanges(batch.commands)) noted.close(batch, change);
    return true;
  });
  if (walked.kind === 'walked') noteKept(noted, kept ?? { accepted_at: 0, commands: '[]' });
  return walked;
}

function noteKept(noted: Noted, kept: Accepted & Pick<LoggedBatch, 'commands'>): void {
  const texts = replayBatch(new Map(), kept.commands);
  for (const pair of noted.open) noted.close(kept, { pair, text: texts.get(pair) ?? null });
}

type Place = Pick<LoggedBatch, 'epoch' | 'version'>;
type Accepted = Pick<LoggedBatch, 'accepted_at'>;

interface Back {
  readonly store: ReadableStore;
  readonly siteId: SiteId;
  readonly from: Place;
  /** How many batches are looked through at the most. */
  readonly most: number;
}

/** Where a walk ended: at the batch that was enough, or behind the last one that is kept. */
type Walked = { readonly kind: 'walked'; readonly next: Place } | TooManyBatches;

interface Noted {
  readonly changes: Map<PairName, Standing[]>;
  /** The pairs for which it is not known yet what stood before. */
  readonly open: Set<PairName>;
  add(batch: Accepted, change: Change): void;
  close(batch: Accepted, change: Change): void;
}

function noteStandings(): Noted {
  const changes = new Map<PairName, Standing[]>();
  const open = new Set<PairName>();
  function note({ accepted_at: fromMs }: Accepted, { pair, text }: Change): void {
    const standings = changes.get(pair) ?? [];
    standings.push({ fromMs, text });
    changes.set(pair, standings);
  }
  return {
    changes,
    open,
    add(batch, change) {
      note(batch, change);
      open.add(change.pair);
    },
    close(batch, change) {
      if (open.delete(change.pair)) note(batch, change);
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

/** Shows the batches of a site from one backwards, until `goesOn` wants no more. */
async function walkBack({ store, siteId, from, most }: Back, goesOn: (batch: LoggedBatch) => boolean): Promise<Walked> {
  let next = from;
  // Mostly the last batch is old enough; it may be large.
  for (let read = 0, limit = 1; read < most;) {
    const { epoch, version } = next;
    const batches = await store.read(readBatchesBack, { siteId, epoch, version, limit });
    for (const batch of batches) {
      if (!goesOn(batch)) return { kind: 'walked', next: batch };
      next = placeBefore(batch);
    }
    if (batches.length < limit) return { kind: 'walked', next };
    read += limit;
    limit = nextRows(limit, batches);
    // Others have their turn between two pages.
    await nextTurn();
  }
  return { kind: 'too_many_batches', most };
}
