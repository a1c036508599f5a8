import type { MemberShare } from './divide-signal.ts';

/** What is kept of a share; whose it is follows from its place. */
export type PackedShare = Pick<MemberShare, 'watts' | 'follows' | 'misses' | 'because'>;

// Stored by their places: new ones are added at the end.
const REASONS: readonly PackedShare['because'][] = [
  null,
  'offline',
  'behind',
  'held',
  'rejecting',
  'clock',
  'ramp',
  'rating',
  'grid/upperLimitkW',
  'grid/lowerLimitkW',
  'grid/afrrImportBookingkW',
  'grid/afrrExportBookingkW',
  'grid/mfrrImportBookingkW',
  'grid/mfrrExportBookingkW',
  'deviating',
  'rejected',
  'energy',
];

/** With a second number: what a member misses, for a reason for which one does; what any other follows. */
const SECOND = 128;
const LOW_BITS = 128;

/** Shares in a few bytes each: a reason, and whole watts in groups of seven bits, the sign in the lowest. */
export function packShares(shares: readonly PackedShare[]): Uint8Array {
  const bytes: number[] = [];
  for (const { watts, follows, misses, because } of shares) {
    const second = mayMiss(because) ? (misses ?? 0) : follows;
    const reason = REASONS.indexOf(because);
    if (reason === -1) throw new Error(`no number stands for ${because}`);
    bytes.push(reason + (second === 0 ? 0 : SECOND));
    pushNumber(bytes, watts);
    if (second !== 0) pushNumber(bytes, second);
  }
  return Uint8Array.from(bytes);
}

/** What `packShares` packed. */
export function unpackShares(bytes: Uint8Array): PackedShare[] {
  const shares: PackedShare[] = [];
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) shares.push(nextShare(reader));
  return shares;
}

/** The share in one place, without the others: a few nanoseconds for each byte before it. */
export function shareAt(bytes: Uint8Array, place: number): PackedShare | undefined {
  let at = 0;
  for (let index = 0; index < place && at < bytes.length; index += 1) {
    let numbers = (bytes[at] ?? 0) < SECOND ? 1 : 2;
    for (at += 1; numbers > 0 && at < bytes.length; at += 1) if ((bytes[at] ?? 0) < LOW_BITS) numbers -= 1;
  }
  return at < bytes.length ? nextShare({ bytes, at }) : undefined;
}

function mayMiss(because: PackedShare['because']): boolean {
  return because === 'deviating' || because === 'ramp';
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function nextShare(reader: Reader): PackedShare {
  const head = nextByte(reader);
  const watts = nextNumber(reader);
  const second = head < SECOND ? 0 : nextNumber(reader);
  const because = REASONS[head % SECOND] ?? null;
  if (!mayMiss(because)) return { watts, follows: second, because };
  return second === 0 && because === 'ramp'
    ? { watts, follows: 0, because }
    : { watts, follows: 0, misses: second, because };
}

function nextNumber(reader: Reader): number {
  let value = 0;
  for (let scale = 1; ; scale *= LOW_BITS) {
    const byte = nextByte(reader);
    value += (byte % LOW_BITS) * scale;
    if (byte < LOW_BITS) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}

function nextByte(reader: Reader): number {
  const byte = reader.bytes[reader.at] ?? 0;
  reader.at += 1;
  return byte;
}

// Numbers may have more than 32 bits, so no operators on bits.
function pushNumber(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  while (rest >= LOW_BITS) {
    bytes.push((rest % LOW_BITS) + LOW_BITS);
    rest = Math.floor(rest / LOW_BITS);
  }
  bytes.push(rest);
}
