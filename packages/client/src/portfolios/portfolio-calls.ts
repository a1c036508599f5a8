import { PATHS, type PortfolioRequest, type PortfolioResponse } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';
import { type BatchOptions, conditionHeaders } from '../schedules/condition-headers.ts';

/** Setting the schedules of many sites. */
export interface PortfolioCalls {
  /** Sets up to 1,000 sites in one call: all of them or none (`all`), or each by itself, with its own result (`each`). */
  setPortfolio(portfolio: PortfolioRequest, options?: PortfolioOptions): Promise<PortfolioResponse>;
}

/** Conditions of a whole portfolio. */
export type PortfolioOptions = Pick<BatchOptions, 'idempotencyKey'>;

export function createPortfolioCalls({ ask }: Connection): PortfolioCalls {
  return {
    setPortfolio: (body, options = {}) =>
      ask({ method: 'POST', path: PATHS.fleetSchedules, headers: conditionHeaders(options), body }),
  };
}
