import { AppError } from '@setpoint/contract';
import { readResolution } from '../http/read/read-resolution.ts';
import { readWindow } from '../http/read/read-window.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { measurementsAnswer } from './measurements-answer.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** What was measured on a site. */
export function measurementRoutes(serve: Serve): void {
  serve.sent('getSiteMeasurements', async ({ compute, site, query }) => {
    const window = readWindow(query);
    const stepMs = readResolution(query.resolution, window);
    if (stepMs !== MINUTE_MS && stepMs % QUARTER_MS !== 0) {
      throw new AppError('bad_request', 'resolution must be 1, or a multiple of 15 minutes');
    }
    // The stretches, aligned to the clock, that begin in the window.
    const [fromMs = 0, toMs = 0] = [window.fromMs, window.toMs].map((at) => Math.ceil(at / stepMs) * stepMs);
    return compute(measurementsAnswer, { site, fromMs, toMs, stepMs });
  });
}
