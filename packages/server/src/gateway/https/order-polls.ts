import type { SiteId } from '@setpoint/contract';
import type { SiteSignals } from '../../platform/site-signals.ts';

/** Whether controllers over HTTPS ask for their orders, whichever node they ask. */
export interface OrderPolls {
  note(siteId: SiteId): void;
  /** Asked with each report that takes orders; assumed with the first of them. */
  isHeard(siteId: SiteId): boolean;
}

interface OrderPolling {
  readonly signals: Pick<SiteSignals, 'listen' | 'sendElsewhere'>;
  readonly now: () => number;
}

// A poll waits up to 55 s, and another node tells of one once a minute.
const MISSED_AFTER_MS = 180_000;
const TOLD_EVERY_MS = 60_000;

export function createOrderPolls({ signals, now }: OrderPolling): OrderPolls {
  const heardAt = new Map<SiteId, number>();
  const askedAt = new Map<SiteId, number>();
  const toldAt = new Map<SiteId, number>();
  return {
    note(siteId) {
      const at = now();
      if (heardAt.has(siteId)) heardAt.set(siteId, at);
      if (Math.abs(at - (toldAt.get(siteId) ?? Number.NEGATIVE_INFINITY)) < TOLD_EVERY_MS) return;
      toldAt.set(siteId, at);
      signals.sendElsewhere(siteId, 'polled');
    },
    isHeard(siteId) {
      const at = now();
      const last = heardAt.get(siteId);
      const askedLast = askedAt.get(siteId) ?? Number.NEGATIVE_INFINITY;
      askedAt.set(siteId, at);
      if (last === undefined) {
        signals.listen(siteId, (signal) => {
          if (signal === 'polled') heardAt.set(siteId, now());
        });
      }
      // It was away, or took no orders: what it says now is the first word of it.
      if (last === undefined || at - askedLast > MISSED_AFTER_MS) heardAt.set(siteId, at);
      return at - (heardAt.get(siteId) ?? at) <= MISSED_AFTER_MS;
    },
  };
}
