import type { MeasuredMean } from '@setpoint/contract';
import { instantText, joinMeans, type StoredMeans } from '@setpoint/core';
import type { SiteHead } from '../access/sites/site-head.ts';
import type { Answer } from '../computing/answer.ts';
import { rowsAs } from '../computing/rows-as.ts';
import { siteAnswerLead } from '../plan/site-outlook.ts';
import { listTexts } from '../plan/plan-texts.ts';
import { toThousandthsOrNull } from '../wire/to-thousandths.ts';
import { readMeasurements } from './read-measurements.ts';

const MINUTE_MS = 60_000;
const COLUMNS = ['startAt', 'endAt', 'asset', 'activePowerkW', 'soc'] as const;

interface MeasurementsInput {
  readonly site: SiteHead;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** What was measured on a site. */
export const measurementsAnswer: Answer<MeasurementsInput> = {
  name: 'measurements',
  hasTable: true,
  async *make({ store, writtenAs, turn }, { site, fromMs, toMs, stepMs }) {
    const minutes = stepMs === MINUTE_MS ? 1 : 15;
    const stored = await store.read(readMeasurements, { siteId: site.siteId, minutes, fromMs, toMs });
    await turn();
    const means = joinMeans(stored, stepMs / MINUTE_MS);
    yield rowsAs(writtenAs, {
      json: () => jsonTexts(site, means),
      table: () => ({ columns: COLUMNS, rows: rowsOf(means) }),
    });
  },
};

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
