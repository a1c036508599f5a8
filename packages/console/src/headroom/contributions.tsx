import type { FleetHeadroom } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { PlainTable } from '../shell/plain-table.tsx';
import { labelOfPair } from '../words/pair-label.ts';
import { fittingText } from '../words/power-text.ts';
import { whenText } from '../words/when-text.ts';
import type { KindId } from './kinds.ts';

export interface ContributionsProps {
  readonly answer: FleetHeadroom;
  readonly kind: KindId;
  readonly label: string;
  readonly timeZone: string;
}

const SHOWN = 100;

/** What fits throughout on each site, and what limits it. */
export function Contributions({ answer: { sites }, kind, label, timeZone }: ContributionsProps) {
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
      <h2 id="contributions-title">{label}, site by site</h2>
      <PlainTable columns={['Site', { label: 'Fits throughout', is: 'number' }, 'Limited by, first at']}>
        {rows.slice(0, SHOWN).map(({ siteId, siteName, least }) => (
          <tr key={siteId}>
            <td>
              <Link href={`/sites/${siteId}`}>{siteName}</Link>
            </td>
            <td className="number">
              {least === undefined ? 'no setpoint' : least.kW === null ? 'unlimited' : fittingText(least.kW)}
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
      </PlainTable>
      {rows.length > SHOWN && <p className="muted">and {rows.length - SHOWN} more sites</p>}
    </section>
  );
}

function bindText(name: string): string {
  return name === 'energy' ? 'stored energy' : labelOfPair(name);
}
