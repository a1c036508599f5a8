import { hash } from 'node:crypto';
import {
  AppError,
  HEADERS,
  LIMITS,
  parseSiteId,
  PortfolioEnvelope,
  PortfolioItemEnvelope,
  type PortfolioMode,
  PortfolioOutline,
  type SiteId,
} from '@setpoint/contract';
import { describeProblems, type ParsedBatch, type Problem } from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import type { ApplySchedulesInput } from './apply-schedules.ts';
import { type Shape, shapeOf, valueOrThrow } from '../wire/value-or-throw.ts';
import { jsonOrThrow, type ParsedJson, parseJson } from '../wire/parse-json.ts';
import { historyBytesOf } from './history-bytes-of.ts';
import { type BatchBody, batchOf } from './read-batch.ts';
import { readPackedBody } from '../http/read/read-body.ts';
import { splitObjects } from '../wire/split-objects.ts';

type PortfolioBody =
  | { readonly kind: 'batch'; readonly batch: ParsedBatch }
  | { readonly kind: 'misshapen'; readonly reason: string; readonly problems: readonly Problem[] };

/** One site of a portfolio: what its batch says, with its conditions. */
export interface PortfolioItem {
  readonly siteId: SiteId;
  readonly body: PortfolioBody;
  readonly conditions: Pick<ApplySchedulesInput, 'ifVersion' | 'idempotency'>;
}

export interface Portfolio {
  readonly mode: PortfolioMode;
  readonly items: readonly PortfolioItem[];
}

const checkEnvelope = valueOrThrow(PortfolioEnvelope);
const shapeOfOutline = shapeOf(PortfolioOutline);
const shapeOfItem = shapeOf(PortfolioItemEnvelope);
const SITES_PER_TURN = 20;
// Of values, a few kilobytes become so many.
const WRITTEN_BYTES_PER_TURN = 512 * 1_024;
const MOST_EXPLAINED = 20;
// What stands around the batches: the mode, and a comma for each of them.
const MOST_OUTLINE_BYTES = 64 * 1_024;
const OUTLINE_BYTES_PER_SITE = 64;
// Values take a fiftieth of the entries that they become.
const MOST_WRITTEN_BYTES = 2 * LIMITS.maxPortfolioBytes;
const TOO_MUCH_WRITTEN = 'the entries of this call are too many when they are written out; send it in parts';
const LARGEST_READ_TWICE = 256 * 1_024;

/** Takes the bytes of a portfolio from a request, unpacked. */
export function readPortfolioBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  refuseVersion(request);
  return readPackedBody(request, maxBytes);
}

/** For all sites, each of which then has it for itself. */
type KeyOfCall = string | undefined;

type Turn = () => Promise<void>;

/** Reads batches for many sites, some in each turn; whatever is wrong with one alone is kept for its result. */
export async function readPortfolio(bytes: Buffer, keyOfCall: KeyOfCall, turn: Turn): Promise<Portfolio> {
  return (await readSiteBySite(bytes, keyOfCall, turn)) ?? readWhole(bytes, keyOfCall, turn);
}

// The JSON of a site is released before the next is read: parsed as a whole, all of it would be moved in memory.
async function readSiteBySite(bytes: Buffer, keyOfCall: KeyOfCall, turn: Turn): Promise<Portfolio | undefined> {
  const isSmall = bytes.length <= LARGEST_READ_TWICE;
  const read = itemReader(keyOfCall);
  const items: PortfolioItem[] = [];
  const objects = splitObjects(bytes, LIMITS.maxBodyBytes);
  const itemOf = explaining(turn);
  const restAfter = resting(turn);
  await turn();
  let next = objects.next();
  for (; next.done !== true; next = objects.next()) {
    if (next.value.kind === 'pause') {
      await turn();
      continue;
    }
    if (next.value.kind === 'too_large') throw tooLarge(items.length);
    const found = readItem(next.value, read);
    // Read as a whole, it is refused in the words of what stands first in it; a large one is not read twice.
    if (found.kind === 'refused' && isSmall) return undefined;
    if (found.kind === 'refused') throw new AppError('bad_request', `batches[${items.length}]: ${found.reason}`);
    items.push(await itemOf(found));
    await restAfter(found);
  }
  const mode = readMode(next.value, items.length);
  if (mode !== undefined) return { mode, items };
  if (isSmall) return undefined;
  throw new AppError('bad_request', 'body: must be an object with mode and batches, a list of at most 1,000 objects');
}

function valueOf<Value>(parsed: ParsedJson, check: (value: unknown) => Shape<Value>): Value | undefined {
  if (parsed.kind === 'refused') return undefined;
  const shape = check(parsed.value);
  return shape.kind === 'valid' ? shape.value : undefined;
}

// What stands around the batches, each of which left an empty object.
function readMode(outline: Buffer, batches: number): PortfolioMode | undefined {
  if (outline.length > MOST_OUTLINE_BYTES + batches * OUTLINE_BYTES_PER_SITE) return undefined;
  const read = valueOf(parseJson(outline), shapeOfOutline);
  return read?.batches.length === batches ? read.mode : undefined;
}

function readItem(part: ParsedJson, read: (batch: PortfolioItemEnvelope) => ReadItem): ReadItem {
  if (part.kind === 'refused') return part;
  const shape = shapeOfItem(part.value);
  if (shape.kind === 'valid') return read(shape.value);
  const { place, text } = shape.firstFault;
  return { kind: 'refused', reason: `${place}: ${text}` };
}

async function readWhole(bytes: Buffer, keyOfCall: KeyOfCall, turn: Turn): Promise<Portfolio> {
  const { mode, batches } = checkEnvelope(jsonOrThrow(bytes));
  const read = itemReader(keyOfCall);
  const restAfter = resting(turn);
  const items: PortfolioItem[] = [];
  for (const batch of batches) {
    const found = read(batch);
    if (found.kind === 'refused') throw new AppError('bad_request', found.reason);
    items.push(found.item);
    await restAfter(found);
  }
  return { mode, items };
}

type BatchField = Exclude<keyof PortfolioItemEnvelope, 'siteId' | 'ifScheduleVersion' | 'idempotencyKey'>;

interface FoundItem {
  readonly kind: 'item';
  readonly item: PortfolioItem;
  /** Of a body of another shape: everything that is wrong with it. */
  readonly explain?: () => readonly Problem[];
}

type ReadItem = FoundItem | { readonly kind: 'refused'; readonly reason: string };

/** Reads one site after the other of one portfolio; each may be named once. */
function itemReader(keyOfCall: KeyOfCall): (batch: PortfolioItemEnvelope) => ReadItem {
  const [sites, keys] = [new Set<string>(), new Set<string>()];
  let [index, written] = [-1, 0];
  const isTooMuch = (found: BatchBody) => {
    if (found.kind === 'batch') written += historyBytesOf(found.batch.commands);
    return written > MOST_WRITTEN_BYTES;
  };
  // No key that a client can send has a space.
  const keyFor = (siteId: SiteId) => (keyOfCall === undefined ? undefined : `${keyOfCall} ${siteId}`);
  const faultOfKey = (key: string) => {
    if (keyOfCall !== undefined) return `the whole call has a key already, ${HEADERS.idempotencyKey}`;
    return isSecond(keys, key) ? `${key} is named twice` : undefined;
  };
  return ({ siteId: text, ifScheduleVersion, idempotencyKey, ...batch }) => {
    index += 1;
    const siteId = parseSiteId(text);
    if (siteId === undefined) return refused(`batches[${index}].siteId: must be a UUID`);
    if (isSecond(sites, siteId)) return refused(`batches[${index}].siteId: ${siteId} is named twice`);
    const keyFault = idempotencyKey === undefined ? undefined : faultOfKey(idempotencyKey);
    if (keyFault !== undefined) return refused(`batches[${index}].idempotencyKey: ${keyFault}`);
    const key = idempotencyKey ?? keyFor(siteId);
    const found = batchOf(batch, { kind: 'either' });
    if (isTooMuch(found)) return refused(`batches[${index}]: ${TOO_MUCH_WRITTEN}`);
    const ifVersion = ifScheduleVersion === undefined ? {} : { ifVersion: ifScheduleVersion };
    const idempotency = key === undefined ? {} : { idempotency: { key, requestHash: hashOf(batch) } };
    const item = { siteId, body: bodyOf(found), conditions: { ...ifVersion, ...idempotency } };
    return found.kind === 'batch' ? { kind: 'item', item } : { kind: 'item', item, explain: found.explain };
  };
}

// Given once for many sites, it is not clear what it would mean; passed over, it would be missed.
function refuseVersion({ headers }: FastifyRequest): void {
  const name = HEADERS.ifScheduleVersion;
  if (headers[name.toLowerCase()] === undefined) return;
  throw new AppError('bad_request', `${name}: give it with the schedules of each site, not as a header`);
}

function tooLarge(index: number): AppError {
  return new AppError(
    'bad_request',
    `batches[${index}]: the batch for one site may have at most ${LIMITS.maxBodyBytes} bytes`,
  );
}

// By what was written out, for a few small texts may have become many entries.
function resting(turn: Turn): (found: FoundItem) => Promise<void> | undefined {
  let [sites, written] = [0, 0];
  return ({ item: { body } }) => {
    sites += 1;
    // Of one that is misshapen nobody knows what was written out before.
    written += body.kind === 'batch' ? historyBytesOf(body.batch.commands) : WRITTEN_BYTES_PER_TURN;
    if (sites < SITES_PER_TURN && written < WRITTEN_BYTES_PER_TURN) return undefined;
    [sites, written] = [0, 0];
    return turn();
  };
}

// Explained in full, each of a thousand bodies with nothing but faults would take some milliseconds.
function explaining(turn: Turn): (found: FoundItem) => Promise<PortfolioItem> {
  let explained = 0;
  return async ({ item, explain }) => {
    if (explain === undefined || explained === MOST_EXPLAINED) return item;
    explained += 1;
    await turn();
    return { ...item, body: misshapen(explain()) };
  };
}

function bodyOf(body: BatchBody): PortfolioBody {
  return body.kind === 'batch' ? body : misshapen([body.firstProblem]);
}

// The first are kept: a thousand bodies of nothing but faults would fill the memory with them.
function misshapen(problems: readonly Problem[]): PortfolioBody {
  const reason = describeProblems(problems);
  return { kind: 'misshapen', reason, problems: problems.slice(0, LIMITS.maxProblemsOfSite) };
}

function isSecond(seen: Set<string>, value: string): boolean {
  const isKnown = seen.has(value);
  seen.add(value);
  return isKnown;
}

function refused(reason: string): ReadItem {
  return { kind: 'refused', reason };
}

// No single call has such a text: a key stands for its call too.
function hashOf({ schedules, ...window }: Pick<PortfolioItemEnvelope, BatchField>): string {
  return hash('sha256', JSON.stringify(['portfolio', { schedules, ...window }]), 'hex');
}
