import type { HeadroomSum, HeadroomSums } from '@setpoint/contract';
import { CopyButton } from '../shell/copy-button.tsx';
import { fittingText } from '../words/power-text.ts';
import { clockText } from '../words/when-text.ts';
import { KINDS, type KindId } from './kinds.ts';

export interface HeadroomTableProps {
  readonly sum: readonly HeadroomSums[];
  readonly timeZone: string;
  readonly kind: KindId;
}

/** What fits in total, for each interval and kind. */
export function HeadroomTable({ sum, timeZone, kind }: HeadroomTableProps) {
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
