import type { SiteId } from '@setpoint/contract';
import {
  HEADROOM_KINDS,
  type HeadroomInterval,
  type HeadroomKind,
  instantText,
  resolveHeadroom,
  type Window,
} from '@setpoint/core';
import type { Answer } from '../computing/answer.ts';
import { rowsAs, type Table } from '../computing/rows-as.ts';
import { noSuch } from '../http/send/no-such.ts';
import type { StoredSite } from '../sites/read-site.ts';
import { createHeadroomSum, headroomText } from './headroom-text.ts';
import { planFacts, readPlannedSite } from './read-planned-site.ts';
import { siteAnswerLead, siteOutlook } from './site-outlook.ts';

type Column = 'from' | 'to' | 'isEnergyKnown' | `${HeadroomKind}kW` | `${HeadroomKind}Binds`;

const COLUMNS: readonly Column[] = [
  'from',
  'to',
  'isEnergyKnown',
  ...HEADROOM_KINDS.flatMap((kind) => [`${kind}kW`, `${kind}Binds`] as const),
];

/** Headroom as a table, an interval in a line; a power is empty where nothing bounds it. */
function headroomTable(intervals: readonly HeadroomInterval[]): Table<Column> {
  return { columns: COLUMNS, rows: intervals.map(cellsOf) };
}

function cellsOf({ from, to, isEnergyKnown, headroom }: HeadroomInterval) {
  const found = HEADROOM_KINDS.flatMap((kind) => [
    [`${kind}kW`, headroom[kind]?.kw],
    [`${kind}Binds`, headroom[kind]?.binds.join(' ')],
  ]);
  return { from: instantText(from), to: instantText(to), isEnergyKnown, ...Object.fromEntries(found) };
}

export interface AskedHeadroom {
  readonly window: Window;
  readonly stepMs: number;
}

/** How much more fits on a site. */
export const siteHeadroomAnswer: Answer<{ readonly siteId: SiteId; readonly asked: AskedHeadroom }> = {
  name: 'site headroom',
  hasTable: true,
  async *make({ store, writtenAs, turn, remembered }, { siteId, asked }) {
    const site = await store.read(readPlannedSite, { siteId });
    if (site === undefined) throw noSuch('site');
    await turn();
    yield remembered(['headroom', writtenAs, asked, planFacts(site)], () => {
      const intervals = resolveHeadroom({ ...siteOutlook(site), ...asked });
      return rowsAs(writtenAs, { json: () => siteTexts(site, intervals), table: () => headroomTable(intervals) });
    });
  },
};

/** How much more fits on many sites, and in sum. */
export const headroomAnswer: Answer<{ readonly siteIds: readonly SiteId[]; readonly asked: AskedHeadroom }> = {
  name: 'headroom',
  readsOn: true,
  async *make({ store, turn }, { siteIds, asked }) {
    const sum = createHeadroomSum();
    let lead = '{"sites":[';
    for (const siteId of siteIds) {
      await turn();
      const site = await store.read(readPlannedSite, { siteId });
      // Gone since it was named.
      if (site === undefined) continue;
      const intervals = resolveHeadroom({ ...siteOutlook(site), ...asked });
      sum.add(intervals);
      yield [lead];
      yield siteTexts(site, intervals);
      lead = ',';
    }
    yield [lead === ',' ? '],"sum":[' : `${lead}],"sum":[`];
    yield sum.texts();
    yield [']}'];
  },
};

function* siteTexts(site: StoredSite, intervals: readonly HeadroomInterval[]): Generator<string> {
  yield `${siteAnswerLead(site)},"intervals":[`;
  for (const [index, interval] of intervals.entries()) yield (index === 0 ? '' : ',') + headroomText(interval);
  yield ']}';
}
