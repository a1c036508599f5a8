import {
  LIMITS,
  PATHS,
  type PortfolioBatch,
  type PortfolioRequest,
  type PortfolioResponse,
  type PortfolioResult,
} from '@setpoint/contract';
import type { BatchOptions } from '../http/condition-headers.ts';
import { leftOpen } from '../http/left-open.ts';
import { makeKey } from '../http/make-key.ts';
import type { Connection } from '../identity/connection.ts';
import { SetpointError } from '../setpoint-error.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** Setting the schedules of many sites. */
export interface PortfolioCalls {
  /**
   * Sets any number of sites under one key, each by itself, in as many calls as that takes. Returns a result for each,
   * in their order. If it fails on the way, send all of them again with the `idempotencyKey` of the error: what was set
   * is not set twice.
   *
   * @example
   * for (const { siteId, error, message } of await client.portfolio(batches)) if (error) console.log(siteId, message);
   */
  portfolio(batches: readonly SiteBatch[], options?: PortfolioOptions): Promise<PortfolioResult[]>;
  /** Sets up to 1,000 sites in one call: all of them or none (`all`), or each by itself, with its own result (`each`). */
  setPortfolio(portfolio: Unchanged<PortfolioRequest>, options?: PortfolioOptions): Promise<PortfolioResponse>;
}

/** The batch for one site; the key is that of the portfolio. */
export type SiteBatch = Unchanged<Omit<PortfolioBatch, 'idempotencyKey'>>;

/** Conditions of a whole portfolio. */
export type PortfolioOptions = Omit<BatchOptions, 'ifScheduleVersion'>;

export function createPortfolioCalls({ send, set }: Connection): PortfolioCalls {
  async function setPortfolio(
    body: Unchanged<PortfolioRequest>,
    options: PortfolioOptions = {},
  ): Promise<PortfolioResponse> {
    const call = { method: 'POST', path: PATHS.fleetSchedules, body } as const;
    // A batch with a key of its own, and one for all: the service takes one of them.
    const hasKeys = options.idempotencyKey === undefined && body.batches.some(({ idempotencyKey }) => idempotencyKey);
    return (await (hasKeys ? send(call, options) : set(call, options))).body;
  }

  async function portfolio(
    batches: readonly SiteBatch[],
    { idempotencyKey = makeKey(), ...options }: PortfolioOptions = {},
  ) {
    const results: PortfolioResult[] = [];
    for (const part of partsOf(batches)) {
      try {
        const answer = await setPortfolio({ mode: 'each', batches: part }, { ...options, idempotencyKey });
        results.push(...answer.results);
      } catch (cause) {
        if (!(cause instanceof SetpointError) || results.length === 0) throw cause;
        throw leftOpen(cause, idempotencyKey, `${cause.message}; ${results.length} sites were sent before`);
      }
    }
    return results;
  }

  return { portfolio, setPortfolio };
}

// Far below the largest body that the service takes.
const MOST_ENTRIES = 100_000;

function partsOf(batches: readonly SiteBatch[]): SiteBatch[][] {
  const parts: SiteBatch[][] = [];
  let room = 0;
  for (const batch of batches) {
    const last = parts.at(-1);
    room -= sizeOf(batch);
    if (room >= 0 && last !== undefined && last.length < LIMITS.maxSitesPerCall) last.push(batch);
    else {
      parts.push([batch]);
      room = MOST_ENTRIES - sizeOf(batch);
    }
  }
  return parts;
}

function sizeOf({ schedules }: SiteBatch): number {
  return schedules.reduce((sum, { entries }) => sum + ('length' in entries ? entries : entries.values).length, 0);
}
