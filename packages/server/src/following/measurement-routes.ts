import { AppError, type MeasuredMean } from '@setpoint/contract';
import { instantText, joinMeans, type StoredMeans } from '@setpoint/core';
import { readMeasurements } from './read-measurements.ts';
import type { SiteHead } from '../access/sites/site-head.ts';
import type { Store } from '../store/store.ts';
import { readResolution } from '../http/read/read-resolution.ts';
import { readWindow } from '../http/read/read-window.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { sendRows } from '../http/send/send-rows.ts';
import { siteAnswerLead } from '../plan/site-outlook.ts';
import { toThousandthsOrNull } from '../wire/to-thousandths.ts';
import { listTexts } from '../plan/plan-texts.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const COLUMNS = ['startAt', 'endAt', 'asset', 'activePowerkW', 'soc'] as const;

/** What was measured on a site. */
export function measurementRoutes(serve: Serve, { store }: { readonly store: Store }): void {
  serve.sent('getSiteMeasurements', async ({ request, reply, site, query, turn }) => {
    const window = readWindow(query);
    const stepMs = readResolution(query.resolution, window);
    if (stepMs !== MINUTE_MS && stepMs % QUARTER_MS !== 0) {
      throw new AppError('bad_request', 'resolution must be 1, or a multiple of 15 minutes');
    }
    const minutes = stepMs === MINUTE_MS ? 1 : 15;
    // The stretches, aligned to the clock, that begin in the window.
    const [fromMs, toMs] = [window.fromMs, window.toMs].map((at) => Math.ceil(at / stepMs) * stepMs);
    const asked = { siteId: site.siteId, minutes, fromMs: fromMs ?? 0, toMs: toMs ?? 0 };
    const stored = await store.read(readMeasurements, asked);
    await turn();
    const means = joinMeans(stored, stepMs / MINUTE_MS);
    return sendRows(request, reply, {
      json: () => jsonTexts(site, means),
      table: () => ({ columns: COLUMNS, rows: rowsOf(means) }),
    });
  });
}

function* jsonTexts(site: SiteHead, means: readonly StoredMeans[]): Generator<string> {
  yield `${siteAnswerLead(site)},"measurements":`;
  yield* listTexts(rowsOf(means), (row) => row);
  yield '}';
}

function rowsOf(stored: readonly StoredMeans[]): MeasuredMean[] {
  return stored.flatMap(({ slotAt, minutes, means }) => {
    const [startAt, endAt] = [instantText(slotAt), instantText(slotAt + minutes * MINUTE_MS)];
    return Object.entries(means).map(([asset, { powerKw, socPercent }]) => ({
      startAt,
      endAt,
      asset: asset as MeasuredMean['asset'],
      activePowerkW: toThousandthsOrNull(powerKw?.[1]),
      soc: toThousandthsOrNull(socPercent?.[1]),
    }));
  });
}
