import type { SiteId } from '@setpoint/contract';
import {
  type BeyondLimit,
  beyondLimit,
  entryFactsOf,
  isLimitExceeded,
  type LimitsToKeep,
  limitsToKeep,
} from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';

/** What is kept from report to report, so that most of them need not read what is set. */
interface Watched {
  readonly epoch: number;
  readonly version: number;
  readonly fromMs: number;
  readonly limits: LimitsToKeep;
  readonly beyond?: BeyondLimit | undefined;
}

interface WatchedSite {
  readonly epoch: number;
  readonly version: number;
  readonly watched: string | null;
}

interface Measured {
  readonly siteId: SiteId;
  readonly now: number;
  /** Of the connection point; null if nothing measures it. */
  readonly gridKw: number | null;
}

interface LimitsWatched {
  readonly watched: string | null;
  /** The limit that the site should have kept, and did not. */
  readonly exceeded?: BeyondLimit | undefined;
}

/** Holds a report against the limits in force, whatever the controller says of them. */
export async function watchLimits(tx: Tx, measured: Measured, site: WatchedSite): Promise<LimitsWatched> {
  const { siteId, now, gridKw } = measured;
  if (gridKw === null) return { watched: null };
  const { epoch, version } = site;
  const known = watchedOf(site.watched);
  const isKnown = known?.epoch === epoch && known.version === version && isDuring(known, now);
  const { limits, fromMs } = isKnown ? known : { limits: limitsToKeep(await readLimits(tx, siteId), now), fromMs: now };
  const beyond = beyondLimit(known?.beyond, limits, { powerKw: gridKw, now });
  const watched = JSON.stringify({ epoch, version, fromMs, limits, beyond } satisfies Watched);
  return { watched, exceeded: isLimitExceeded(beyond, limits, now) ? beyond : undefined };
}

// The clock may have been set back since.
function isDuring({ fromMs, limits: { untilMs } }: Watched, now: number): boolean {
  return now >= fromMs && (untilMs === null || now < untilMs);
}

function watchedOf(text: string | null): Watched | undefined {
  return text === null ? undefined : (JSON.parse(text) as Watched);
}

const commandOfPair = readBy('set_command', ['siteId', 'asset', 'type'], ['text', 'firstSet']);

async function readLimits(tx: Tx, siteId: SiteId) {
  const entriesOf = async (type: 'upperLimitkW' | 'lowerLimitkW') => {
    const row = await tx.first(commandOfPair, { siteId, asset: 'grid', type });
    return row === undefined ? [] : entryFactsOf(row);
  };
  return { upper: await entriesOf('upperLimitkW'), lower: await entriesOf('lowerLimitkW') };
}
