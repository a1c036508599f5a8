import type { Controller } from '../../identity/keys/authenticate-controller.ts';
import { isKeyLive } from '../../identity/keys/find-controller-key.ts';
import { askUntil, type Asked, type Waiting } from '../../platform/ask-until.ts';
import type { Snapshots } from '../snapshots/remember-snapshots.ts';
import type { ReportAccepting } from '../reports/accept-report.ts';

export interface Poll {
  /** Whether the controller has this revision; undefined when it has none, and will not wait. */
  readonly isKnown: ((revision: string) => boolean) | undefined;
  readonly waitMs: number;
  /** How far ahead it wants to see; everything if left out. */
  readonly horizonHours?: number | undefined;
}

export type Polled =
  | { readonly kind: 'snapshot'; readonly revision: string; readonly bytes: Buffer }
  | { readonly kind: 'unchanged'; readonly revision: string }
  | { readonly kind: 'site_missing' };

export interface Polling extends Pick<ReportAccepting, 'store' | 'signals' | 'now' | 'orders'>, Pick<Waiting, 'after'> {
  readonly snapshots: Snapshots;
}

interface Latest {
  readonly revision: string;
  /** Left out where the name alone was asked for. */
  readonly snapshot: { readonly revision: string; readonly bytes: Buffer } | undefined;
}

/** Answers with the schedule of a site as soon as it is another than the controller has, or when the wait is over. */
export async function pollSchedule(
  polling: Polling,
  { siteId, keyId, endsAt, thumbprint }: Controller,
  poll: Poll,
): Promise<Polled> {
  const { store, snapshots, now } = polling;
  const { isKnown = () => false, waitMs, horizonHours } = poll;
  const wanted = { siteId, horizonHours };
  const timeoutMs = poll.isKnown === undefined ? 0 : Math.max(0, Math.min(waitMs, endsAt - now()));
  const latest = await askUntil(
    { ...polling, siteId, timeoutMs },
    async (heard): Promise<Asked<Latest | undefined>> => {
      // The key may end while its controller waits.
      const [isLive, found] = await Promise.all([
        store.read(isKeyLive, { keyId, thumbprint }),
        look(heard.get('schedule')),
      ]);
      const current = isLive ? found : undefined;
      const isReached = current === undefined || timeoutMs === 0 || !isKnown(current.revision);
      return { isReached, value: current };
    },
  );
  if (latest === undefined) return { kind: 'site_missing' };
  if (isKnown(latest.revision)) return { kind: 'unchanged', revision: latest.revision };
  const snapshot = latest.snapshot ?? (await snapshots.of(wanted));
  return snapshot === undefined ? { kind: 'site_missing' } : { kind: 'snapshot', ...snapshot };

  async function look(toldAt: number | undefined): Promise<Latest | undefined> {
    const made = toldAt === undefined ? undefined : await snapshots.anew(wanted, toldAt);
    const revision = made?.revision ?? (await snapshots.revisionOf(wanted));
    return revision === undefined ? undefined : { revision, snapshot: made };
  }
}
