import { siteRows } from '../sites/site-rows.ts';
import { batchRows } from '../history/batch-rows.ts';
import { type Actor, type BatchId, type ClientId, namesOfPair, type PairName, type SiteId } from '@setpoint/contract';
import {
  applyBatch,
  carryFirstSet,
  carrySpliced,
  type DecidedChange as CoreChange,
  neededTexts,
  type ParsedBatch,
  type Problem,
  type SetTexts,
  touchedPairs,
  writeChanges,
} from '@setpoint/core';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import { toStoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { announceBatch } from './steps/announce-batch.ts';
import { noteActing } from '../trail/note-acting.ts';
import { hashState, hashText } from './hash-state.ts';
import { historyBytesOf } from './history-bytes-of.ts';
import { findIdempotent, type IdempotencyClaim, keepIdempotent } from './steps/keep-idempotent.ts';
import { keepStateWhenDue } from '../history/keep-state.ts';
import { findOpenHolds, holdNewlySetSite, type OpenHold } from './steps/hold-newly-set-site.ts';
import {
  clearCommand,
  findCommand,
  type KnownText,
  type PairParams,
  setCommand,
  type StandingCommand,
} from '../sites/set-command.ts';
import { type NumberedSite, readNumberedSite } from './steps/read-numbered-site.ts';
import { instantsOfChanges, wakeClock } from '../delivery/steps/wake-clock.ts';
import { withSettledEntries } from '../delivery/steps/with-settled-entries.ts';

export interface ApplySchedulesInput {
  readonly siteId: SiteId;
  readonly clientId: ClientId;
  /** As its event names it, without names; left out where nobody asked for it over the network. */
  readonly actor?: Actor;
  readonly batchId: BatchId;
  /** The portfolio it belongs to, if any. */
  readonly parentId?: BatchId;
  readonly now: number;
  readonly batch: ParsedBatch;
  /** Hashes of the texts of its commands, if they were made before: the writer is busier than its callers. */
  readonly hashes?: readonly (string | null)[];
  /** The version the caller saw; another one stops the batch. */
  readonly ifVersion?: number;
  readonly idempotency?: IdempotencyClaim;
}

interface AcceptedBatch {
  readonly batchId: BatchId;
  readonly accepted: number;
  readonly version: number;
  /** How many entries were dropped because they had ended; only of a splice. */
  readonly dropped?: number;
}

export type ApplySchedulesOutput =
  | (AcceptedBatch & { readonly kind: 'accepted'; readonly historyBytes: number })
  | (AcceptedBatch & { readonly kind: 'replayed' })
  | { readonly kind: 'rejected'; readonly problems: readonly Problem[] }
  | { readonly kind: 'version_differs'; readonly version: number }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'site_missing' };

/** One batch on one site: decided, saved, numbered and appended to the log in one transaction. */
export const applySchedules = defineWrite({
  name: 'applySchedules',
  record: 'not recorded: batches are kept with who set them',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, input: ApplySchedulesInput): Promise<ApplySchedulesOutput> => {
    const decision = await decideSchedules(tx, input);
    return decision.kind === 'decided' ? saveSchedules(tx, decision) : decision;
  },
});

/** A batch that can be saved as it is, as long as nobody else writes to its site. */
export interface DecidedBatch extends NumberedSite {
  readonly kind: 'decided';
  readonly input: ApplySchedulesInput;
  readonly accepted: number;
  /** Its own, the next one of the site. */
  readonly version: number;
  readonly changes: readonly DecidedChange[];
  readonly openHolds: readonly OpenHold[];
  readonly dropped?: number;
}

/** With what is known of its text, if it has one: the text that it replaces is released before the next decision. */
type DecidedChange = Omit<CoreChange, 'spliced'> & { readonly known?: KnownText };

/**
 * Decides a batch against what is set; writes nothing. What it and the saving need is asked for at once; so is the
 * site, unless it is known already.
 */
export async function decideSchedules(
  tx: Tx,
  input: ApplySchedulesInput,
  known?: NumberedSite,
): Promise<DecidedBatch | ApplySchedulesOutput> {
  const [site, earlier, texts, replaced] = await Promise.all([
    known ?? readNumberedSite(tx, input.siteId),
    input.idempotency === undefined ? undefined : findIdempotent(tx, input, input.idempotency),
    loadTexts(tx, input),
    loadReplaced(tx, input),
  ]);
  if (site === undefined) return { kind: 'site_missing' };
  if (earlier !== undefined) return earlier;
  if (isAnotherVersion(input, site)) return { kind: 'version_differs', version: site.version };
  const current = { pairs: new Set(site.hashes.keys()), texts: withReplaced(input, texts, replaced), now: input.now };
  const outcome = applyBatch(current, input.batch);
  if (outcome.kind === 'rejected') return outcome;
  const { accepted, dropped } = outcome;
  const version = site.version + 1;
  const changes = outcome.changes.map((change) => decideChange(change, input, version, replaced));
  const openHolds = site.areHoldsOpen ? await findOpenHolds(tx, input) : [];
  const decided = { ...site, kind: 'decided', input, accepted, version, changes, openHolds } as const;
  return dropped === undefined ? decided : { ...decided, dropped };
}

// A splice keeps a part of what it replaces.
function withReplaced(
  { batch: { splice } }: ApplySchedulesInput,
  texts: SetTexts,
  replaced: ReadonlyMap<PairName, StandingCommand>,
): SetTexts {
  return splice === undefined
    ? texts
    : new Map([...texts, ...[...replaced].map(([pair, { text }]) => [pair, text] as const)]);
}

function isAnotherVersion({ ifVersion }: ApplySchedulesInput, { version }: NumberedSite): boolean {
  return ifVersion !== undefined && ifVersion !== version;
}

function decideChange(
  { pair, text, spliced }: CoreChange,
  input: ApplySchedulesInput,
  version: number,
  replaced: ReadonlyMap<PairName, StandingCommand>,
): DecidedChange {
  if (text === null) return { pair, text };
  const hash = hashOf(input, pair) ?? hashText(text);
  const standing = replaced.get(pair);
  const mark = { version, at: input.now };
  if (standing?.hash === hash) return { pair, text, known: { hash, firstSet: undefined } };
  const firstSet =
    spliced === undefined ? carryFirstSet(standing, text, mark) : carrySpliced(standing, { ...spliced, ...mark });
  return { pair, text, known: { hash, firstSet } };
}

/** Saves and numbers a batch that was decided in this transaction, and appends it to the log. */
export async function saveSchedules(tx: Tx, decided: DecidedBatch): Promise<ApplySchedulesOutput> {
  const { input, epoch, version } = decided;
  const { siteId, now } = input;
  await withSettledEntries(tx, { siteId, now, upTo: now, clock: decided.clock }, async (noted) => {
    await saveChanges(tx, decided);
    await wakeClock(tx, siteId, { noted, due: instantsOfChanges(decided.changes, now) });
  });
  // A hold that is on its way over all sites is ahead of whatever is set there meanwhile.
  await holdNewlySetSite(tx, decided.openHolds, { ...input, version });
  await appendBatch(tx, decided);
  const mark = { siteId, epoch, version, acceptedAt: now };
  await keepStateWhenDue(tx, mark);
  await announceBatch(tx, { ...decided, ...input, mark });
  await noteActing(tx, { deedId: input.batchId, actor: input.actor, now });
  const { accepted: count, dropped, changes } = decided;
  const set = { batchId: input.batchId, accepted: count, version, ...(dropped === undefined ? {} : { dropped }) };
  const accepted = { kind: 'accepted', ...set, historyBytes: historyBytesOf(changes) } as const;
  if (input.idempotency !== undefined) await keepIdempotent(tx, { ...input, ...accepted }, input.idempotency);
  return accepted;
}

const textOfPair = statement<PairParams>()(({ db, param }) =>
  db
    .selectFrom('set_command')
    .select('text')
    .where('site_id', '=', param('siteId'))
    .where('asset', '=', param('asset'))
    .where('type', '=', param('type')),
);

// Enough to see that a replay led elsewhere.
const LOGGED_HASH_DIGITS = 8;

async function loadReplaced(tx: Tx, { siteId, batch }: ApplySchedulesInput): Promise<Map<PairName, StandingCommand>> {
  const found = touchedPairs(batch).map(
    async (pair) => [pair, await findCommand(tx, { siteId, ...namesOfPair(pair) })] as const,
  );
  return new Map((await Promise.all(found)).flatMap(([pair, row]) => (row === undefined ? [] : [[pair, row]])));
}

async function loadTexts(tx: Tx, { siteId, batch }: ApplySchedulesInput): Promise<Map<PairName, string>> {
  const texts = new Map<PairName, string>();
  for (const pair of neededTexts(batch)) {
    const row = await tx.first(textOfPair, { siteId, ...namesOfPair(pair) });
    if (row !== undefined) texts.set(pair, row.text);
  }
  return texts;
}

async function saveChanges(tx: Tx, { input, version, changes, hashes }: DecidedBatch): Promise<void> {
  const { siteId, batchId, clientId } = input;
  for (const { pair, text, known } of changes) {
    const parts = { siteId, ...namesOfPair(pair) };
    if (text === null || known === undefined) {
      hashes.delete(pair);
      await clearCommand(tx, parts, { version, batchId });
    } else {
      hashes.set(pair, known.hash);
      await setCommand(tx, parts, { text, ...known, version, batchId, clientId });
    }
  }
}

function hashOf({ batch, hashes }: ApplySchedulesInput, pair: PairName): string | null | undefined {
  return hashes?.[batch.commands.findIndex((command) => command.pair === pair)];
}

async function appendBatch(tx: Tx, { input, version, epoch, changes, hashes }: DecidedBatch): Promise<void> {
  const { siteId, clientId, batchId, now, batch } = input;
  const stateHash = hashState(hashes);
  await tx.run(siteRows.number, { siteId, version, stateHash });
  await tx.run(batchRows.insert, {
    batchId,
    siteId,
    epoch,
    version,
    clientId,
    now,
    accepted: batch.named,
    commands: toStoredText(writeChanges(changes)),
    stateHash: stateHash.slice(0, LOGGED_HASH_DIGITS),
    parentId: input.parentId ?? null,
  });
}
