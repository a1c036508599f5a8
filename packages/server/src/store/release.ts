import manifest from '../../package.json' with { type: 'json' };
import { FIRST_STEP } from './migrations/migrations.ts';

/** What a store says about the releases that used it; empty texts where none did yet. */
export interface StoreRelease {
  readonly release: string;
  readonly oldest_release: string;
}

/** The release of this code. */
export const RELEASE = manifest.version;

// A node of this release may run beside ours over the same database, on our schema and our rows; an older one may not.
// Whoever changes what older releases cannot read raises it: docs/do/upgrading.md.
const OLDEST_BESIDE = '1.0.0-rc.2.dev';

/** What this release writes down, unless a newer one did already. */
export function releaseAfter(before: StoreRelease): StoreRelease {
  const isNewer = before.release === '' || compareReleases(RELEASE, before.release) > 0;
  return isNewer ? { release: RELEASE, oldest_release: OLDEST_BESIDE } : before;
}

/** A store that this release cannot run on, and what to do about it. */
export class UnfitStore extends Error {
  override readonly name = 'UnfitStore';
}

/** That of a newer release, which has changed it. */
export function newerStore(release: string, oldest: string): UnfitStore {
  const changer = release === '' ? 'a newer release' : `release ${release}`;
  const next = oldest === '' ? 'that release or a newer one' : `${oldest} or a newer release`;
  return new UnfitStore(
    `the store was changed by ${changer} of Setpoint, and this release, ${RELEASE}, cannot run on it; start ${next}, ` +
      'or restore the backup made before the upgrade into an empty place (docs/do/upgrading.md, "How to go back")',
  );
}

/** Throws if a candidate before the first release made its tables. */
export function refuseEarlier(done: ReadonlySet<string>): void {
  if (done.size === 0 || done.has(FIRST_STEP)) return;
  throw new UnfitStore(
    `the store was made by an earlier candidate of Setpoint, and this release, ${RELEASE}, cannot read it; nothing in ` +
      'it was changed: start with an empty data folder or database, and import the registry that the candidate ' +
      'exported (docs/do/upgrading.md)',
  );
}

/** Throws if a newer release left what this one cannot read. */
export function refuseNewer({ release, oldest_release: oldest }: StoreRelease): void {
  if (oldest !== '' && compareReleases(RELEASE, oldest) < 0) throw newerStore(release, oldest);
}

/** Below 0 if the first of two versions is the older one, above if it is the newer, by the rules of SemVer. */
export function compareReleases(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  // A candidate comes before its release.
  if (a.candidate.length === 0 || b.candidate.length === 0) return b.candidate.length - a.candidate.length;
  return compareCandidates(a.candidate, b.candidate);
}

function partsOf(release: string): { readonly numbers: number[]; readonly candidate: string[] } {
  const [version = ''] = release.split('+');
  const [core = '', ...candidate] = version.split('-');
  const said = candidate.join('-');
  return { numbers: core.split('.').map(Number), candidate: said === '' ? [] : said.split('.') };
}

function compareCandidates(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) return 1;
    if (part !== counterpart) return comparePart(part, counterpart);
  }
  return one.length - other.length;
}

function comparePart(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  // A number comes before a word.
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
  return one < other ? -1 : 1;
}
