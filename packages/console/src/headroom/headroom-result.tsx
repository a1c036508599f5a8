import type { FleetHeadroom, HeadroomSum, HeadroomSums } from '@setpoint/contract';
import { useMemo } from 'react';
import type { Segment } from '../plan/segment.ts';
import { TimelineChart } from '../plan/timeline-chart.tsx';
import { Choice } from '../shell/choice.tsx';
import type { View } from '../shell/view.ts';
import { clockText } from '../words/when-text.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { caveatText } from './caveat-text.ts';
import { Contributions } from './contributions.tsx';
import { coverageText } from './coverage-text.ts';
import { type KindId, KINDS } from './kinds.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { fittingText } from '../words/power-text.ts';

export interface HeadroomResultProps {
  readonly answer: FleetHeadroom;
  readonly timeZone: string;
  readonly askedAt: number;
  readonly day: string;
  readonly kind: KindId;
  readonly onKind: (kind: KindId) => void;
  /** The period that was asked about. */
  readonly view: View;
}

/** What fits: a chart of one kind, and a table of all. */
export function HeadroomResult({ answer, timeZone, askedAt, day, kind, onKind, view }: HeadroomResultProps) {
  const { sum } = answer;
  const segments = useMemo(() => sum.map((interval) => segmentOf(interval, kind)), [sum, kind]);
  const axis = { timeZone, view, onView: ignore, hoverMs: null, onHover: ignore };
  const withStorage = new Set(useSites().flatMap(({ siteId, socPcnt }) => (socPcnt === null ? [] : [siteId])));
  const caveat = caveatText(answer.sites, withStorage);
  const label = KINDS.find(({ id }) => id === kind)?.label ?? '';
  return (
    <>
      <section className="panel" aria-labelledby="result-title">
        <h2 id="result-title">
          Headroom on {day}{' '}
          <small className="muted">
            as of {clockText(askedAt, timeZone)} {timeZone}
          </small>
        </h2>
        <Choice label="Kind" options={KINDS} chosen={kind} onChosen={(id) => onKind(idOf(id))} />
        {caveat !== '' && <p className="notice notice-warn">⚠ {caveat}</p>}
        <p className="muted">{coverageText(sum, kind, answer.sites.length)}</p>
        <TimelineChart label={`Headroom for ${label}`} unit="kW" height={180} axis={axis} segments={segments} />
        <HeadroomTable sum={sum} timeZone={timeZone} kind={kind} />
      </section>
      <Contributions timeZone={timeZone} answer={answer} kind={kind} label={label} view={view} />
    </>
  );
}

/** This chart always shows the whole period. */
function ignore(): void {}

function idOf(text: string): KindId {
  return KINDS.find(({ id }) => id === text)?.id ?? 'afrrImport';
}

function segmentOf({ from, to, ...kinds }: HeadroomSums, kind: KindId): Segment {
  const { kW } = kinds[kind];
  const unknown = { offset: null, lo: null, hi: null, reserveImport: kW, reserveExport: null, because: [], issues: [] };
  return { ...unknown, target: 0, fromMs: Date.parse(from), toMs: Date.parse(to) };
}

interface HeadroomTableProps {
  readonly sum: readonly HeadroomSums[];
  readonly timeZone: string;
  readonly kind: KindId;
}

/** What fits in total, for each interval and kind. */
function HeadroomTable({ sum, timeZone, kind }: HeadroomTableProps) {
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
      <div className="line">
        <CopyButton text={tableText(sum)} label="Copy as a table for a spreadsheet">
          Copy as a table
        </CopyButton>
      </div>
    </>
  );
}

function sumText({ kW, sites, unbounded }: HeadroomSum): string {
  if (sites === 0) return unbounded > 0 ? 'unlimited' : '–';
  return unbounded > 0 ? `${fittingText(kW)} +` : fittingText(kW);
}

/** For a spreadsheet: separated by tabs, numbers without units. */
function tableText(sum: readonly HeadroomSums[]): string {
  const head = ['from', 'to', ...KINDS.map(({ label }) => `${label} (kW)`)];
  const rows = sum.map((interval) => [interval.from, interval.to, ...KINDS.map(({ id }) => String(interval[id].kW))]);
  return [head, ...rows].map((row) => row.join('\t')).join('\n');
}
