import manifest from '../../package.json' with { type: 'json' };
import { compareReleases } from './compare-releases.ts';

/** What a store says about the releases that used it; empty texts where none did yet. */
export interface StoreRelease {
  readonly release: string;
  readonly oldest_release: string;
}

/** The release of this code. */
export const RELEASE = manifest.version;

// A node of this release may run beside ours over the same database, on our schema and our rows; an older one may not.
// Whoever changes what older releases cannot read raises it: docs/upgrading.md.
const OLDEST_BESIDE = '1.0.0-rc.2';

/** What this release writes down, unless a newer one did already. */
export function releaseAfter(before: StoreRelease): StoreRelease {
  const isNewer = before.release === '' || compareReleases(RELEASE, before.release) > 0;
  return isNewer ? { release: RELEASE, oldest_release: OLDEST_BESIDE } : before;
}

/** A store that a newer release has changed, and what to do about it. */
export class NewerStore extends Error {
  override readonly name = 'NewerStore';

  constructor(release: string, oldest: string) {
    const changer = release === '' ? 'a newer release' : `release ${release}`;
    const next = oldest === '' ? 'that release or a newer one' : `${oldest} or a newer release`;
    super(
      `the store was changed by ${changer} of Setpoint, and this release, ${RELEASE}, cannot run on it; start ${next}, ` +
        'or restore the backup made before the upgrade into an empty place (docs/upgrading.md, "How to go back")',
    );
  }
}

/** Throws if a newer release left what this one cannot read. */
export function refuseNewer({ release, oldest_release: oldest }: StoreRelease): void {
  if (oldest !== '' && compareReleases(RELEASE, oldest) < 0) throw new NewerStore(release, oldest);
}
