import { PATHS, type PortfolioRequest, type PortfolioResponse } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** Setting the schedules of many sites. */
export interface PortfolioCalls {
  /** Sets up to 1,000 sites in one call: all of them or none (`all`), or each by itself, with its own result (`each`). */
  setPortfolio(portfolio: PortfolioRequest): Promise<PortfolioResponse>;
}

export function createPortfolioCalls({ ask }: Connection): PortfolioCalls {
  return { setPortfolio: (body) => ask({ method: 'POST', path: PATHS.fleetSchedules, body }) };
}
