import { AppError, type MeasuredMean, PATHS } from '@setpoint/contract';
import { instantText, joinMeans, type StoredMeans } from '@setpoint/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readMeasurements } from './read-measurements.ts';
import type { Access } from '../access/access.ts';
import type { SiteHead } from '../access/site-head.ts';
import type { Store } from '../store/store.ts';
import { parseAccepted } from '../http/parse-accepted.ts';
import { readQuery } from '../http/read-query.ts';
import { readResolution } from '../http/read-resolution.ts';
import { readWindow } from '../http/read-window.ts';
import { chunksOf, sendStream } from '../http/send-stream.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { siteAnswerLead } from '../plan/site-outlook.ts';
import { toThousandthsOrNull } from '../wire/to-thousandths.ts';
import { listTexts } from '../plan/plan-texts.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const COLUMNS = ['startAt', 'endAt', 'asset', 'activePowerkW', 'soc'] as const;

export interface MeasurementRoutes {
  readonly access: Access;
  readonly store: Store;
}

/** What was measured on a site. */
export function measurementRoutes(app: FastifyInstance, { access, store }: MeasurementRoutes): void {
  app.get(PATHS.fleetSiteMeasurements, WITHOUT_HEAD, async (request, reply) => {
    const { site } = await access.site(await access.callerInTurn(request, reply, 'sites:read'), request);
    const { resolution, ...bounds } = readQuery(request, ['from', 'to', 'resolution']);
    const window = readWindow(bounds);
    const stepMs = readResolution(resolution, window);
    if (stepMs !== MINUTE_MS && stepMs % QUARTER_MS !== 0) {
      throw new AppError('bad_request', 'resolution must be 1, or a multiple of 15 minutes');
    }
    const minutes = stepMs === MINUTE_MS ? 1 : 15;
    // The stretches, aligned to the clock, that begin in the window.
    const [fromMs, toMs] = [window.fromMs, window.toMs].map((at) => Math.ceil(at / stepMs) * stepMs);
    const asked = { siteId: site.siteId, minutes, fromMs: fromMs ?? 0, toMs: toMs ?? 0 };
    const means = joinMeans(await store.read(readMeasurements, asked), stepMs / MINUTE_MS);
    const vary = 'Accept, Accept-Encoding';
    return wantsCsv(request)
      ? sendStream(request, reply, { chunks: chunksOf(csvTexts(means)), contentType: 'text/csv; charset=utf-8', vary })
      : sendStream(request, reply, { chunks: chunksOf(jsonTexts(site, means)), vary });
  });
}

// RFC 9110 §12.5.1: a table is sent to who names it, and no other type before it.
function wantsCsv({ headers }: FastifyRequest): boolean {
  const accepted = parseAccepted(headers.accept);
  const qualityOf = (type: string) => accepted.find(({ name }) => name === type)?.quality;
  const csv = qualityOf('text/csv') ?? 0;
  return csv > 0 && csv >= (qualityOf('application/json') ?? 0);
}

function* jsonTexts(site: SiteHead, means: readonly StoredMeans[]): Generator<string> {
  yield `${siteAnswerLead(site)},"measurements":`;
  yield* listTexts(rowsOf(means), (row) => row);
  yield '}';
}

function* csvTexts(means: readonly StoredMeans[]): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const row of rowsOf(means)) yield `${COLUMNS.map((column) => row[column] ?? '').join(',')}\r\n`;
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
