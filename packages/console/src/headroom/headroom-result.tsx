import type { FleetHeadroom, HeadroomSum, HeadroomSums } from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-aria-components';
import { CopyButton } from '../shell/copy-button.tsx';
import { NOTHING_MEASURED } from '../following/measured-series.ts';
import type { Segment } from '../plan/segment.ts';
import { TimelineChart } from '../plan/timeline-chart.tsx';
import { fittingText } from '../words/power-text.ts';
import { pairLabel } from '../words/pair.ts';
import { clockText, whenText } from '../words/when-text.ts';
import { Choice } from '../shell/choice.tsx';
import { KINDS, type KindId } from './kinds.ts';

export interface HeadroomResultProps {
  readonly answer: FleetHeadroom;
  readonly timeZone: string;
  readonly askedAt: number;
}

const NO_LANES: readonly never[] = [];

/** What fits, as a chart of one kind and a table of all. */
export function HeadroomResult({ answer, timeZone, askedAt }: HeadroomResultProps) {
  const [kind, setKind] = useState<KindId>('afrrImport');
  const { sum } = answer;
  const segments = useMemo(() => sum.map((interval) => segmentOf(interval, kind)), [sum, kind]);
  const [first, last] = [segments[0], segments.at(-1)];
  const view = useMemo(() => ({ fromMs: first?.fromMs ?? 0, toMs: last?.toMs ?? 1 }), [first, last]);
  const axis = { timeZone, view, onView: ignore, hoverMs: null, onHover: ignore };
  const label = KINDS.find(({ id }) => id === kind)?.label ?? '';
  return (
    <>
      <section className="panel" aria-labelledby="result-title">
        <h2 id="result-title">
          What still fits{' '}
          <small className="muted">
            as of {clockText(askedAt, timeZone)} {timeZone}
          </small>
        </h2>
        <Choice label="Kind" options={KINDS} chosen={kind} onChosen={(id) => setKind(idOf(id))} />
        <TimelineChart
          label={`Headroom for ${label}`}
          unit="kW"
          height={180}
          axis={axis}
          lanes={NO_LANES}
          segments={segments}
          measured={NOTHING_MEASURED}
        />
        <SumTable sum={sum} timeZone={timeZone} kind={kind} />
      </section>
      <Contributions timeZone={timeZone} answer={answer} kind={kind} label={label} />
    </>
  );
}

/** All of it is shown, always. */
function ignore(): void {}

function idOf(text: string): KindId {
  return KINDS.find(({ id }) => id === text)?.id ?? 'afrrImport';
}

function segmentOf({ from, to, ...kinds }: HeadroomSums, kind: KindId): Segment {
  const { kW } = kinds[kind];
  const unknown = { offset: null, lo: null, hi: null, reserveImport: kW, reserveExport: null, because: [], issues: [] };
  return { ...unknown, target: 0, fromMs: Date.parse(from), toMs: Date.parse(to) };
}

interface SumTableProps {
  readonly sum: readonly HeadroomSums[];
  readonly timeZone: string;
  readonly kind: KindId;
}

function SumTable({ sum, timeZone, kind }: SumTableProps) {
  return (
    <>
      <div className="scroll-x sum-table" tabIndex={0} role="region" aria-label="Table of all kinds">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">From ({timeZone})</th>
              {KINDS.map(({ id, label }) => (
                <th key={id} scope="col" className={id === kind ? 'number is-chosen' : 'number'}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sum.map((interval) => (
              <tr key={interval.from}>
                <th scope="row">{clockText(Date.parse(interval.from), timeZone)}</th>
                {KINDS.map(({ id }) => (
                  <td key={id} className={id === kind ? 'number is-chosen' : 'number'}>
                    {sumText(interval[id])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions-start">
        <CopyButton text={tableText(sum)} label="Copy the table for a spreadsheet">
          Copy as a table
        </CopyButton>
      </div>
    </>
  );
}

function sumText({ kW, sites, unbounded }: HeadroomSum): string {
  if (sites === 0) return unbounded > 0 ? 'unbounded' : '–';
  return unbounded > 0 ? `${fittingText(kW)} +` : fittingText(kW);
}

/** As a spreadsheet takes it: tabs between, numbers bare. */
function tableText(sum: readonly HeadroomSums[]): string {
  const head = ['from', 'to', ...KINDS.map(({ label }) => `${label} (kW)`)];
  const rows = sum.map((interval) => [interval.from, interval.to, ...KINDS.map(({ id }) => String(interval[id].kW))]);
  return [head, ...rows].map((row) => row.join('\t')).join('\n');
}

interface ContributionsProps {
  readonly answer: FleetHeadroom;
  readonly kind: KindId;
  readonly label: string;
  readonly timeZone: string;
}

const SHOWN = 100;

function Contributions({ answer: { sites }, kind, label, timeZone }: ContributionsProps) {
  const rows = sites
    .map(({ siteId, siteName, intervals }) => {
      const known = intervals.flatMap(({ from, [kind]: one }) => (one === null ? [] : [{ from, ...one }]));
      const least = known.reduce<(typeof known)[number] | undefined>(
        (best, one) => (best === undefined || (one.kW ?? Infinity) < (best.kW ?? Infinity) ? one : best),
        undefined,
      );
      return { siteId, siteName, least };
    })
    .sort((one, other) => (other.least?.kW ?? 0) - (one.least?.kW ?? 0));
  return (
    <section className="panel" aria-labelledby="contributions-title">
      <h2 id="contributions-title">{label}, site by site: what fits throughout</h2>
      <div className="scroll-x">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col" className="number">
                At least
              </th>
              <th scope="col">What binds, and when first</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ siteId, siteName, least }) => (
              <tr key={siteId}>
                <td>
                  <Link href={`/sites/${siteId}`}>{siteName}</Link>
                </td>
                <td className="number">
                  {least === undefined ? 'no setpoint' : least.kW === null ? 'unbounded' : fittingText(least.kW)}
                </td>
                <td>
                  {least !== undefined && least.kW !== null && (
                    <>
                      {least.binds.map(bindText).join(', ')},{' '}
                      {whenText(Date.parse(least.from), { timeZone, now: Date.now() })} {timeZone}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && <p className="muted">and {rows.length - SHOWN} more sites</p>}
    </section>
  );
}

function bindText(name: string): string {
  const [asset = '', type] = name.split('/');
  return type === undefined ? name : pairLabel({ asset, type });
}
