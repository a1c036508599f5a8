import type { FleetHeadroom, Headroom, PairName } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { PlainTable, type PlainTableProps } from '../shell/plain-table.tsx';
import type { View } from '../shell/view.ts';
import { labelOfPair } from '../words/pair-label.ts';
import { fittingText } from '../words/power-text.ts';
import { clockText } from '../words/when-text.ts';
import type { KindId } from './kinds.ts';

const SETS: Readonly<Record<KindId, readonly [pair: PairName, sign: 1 | -1]>> = {
  afrrImport: ['grid/afrrImportBookingkW', 1],
  afrrExport: ['grid/afrrExportBookingkW', 1],
  mfrrImport: ['grid/mfrrImportBookingkW', 1],
  mfrrExport: ['grid/mfrrExportBookingkW', 1],
  fcrImport: ['grid/fcrImportkW', 1],
  fcrExport: ['grid/fcrExportkW', 1],
  setpointUp: ['grid/activePowerkW', 1],
  setpointDown: ['grid/activePowerkW', -1],
};

/** The schedule editor of a site with what fits on top of what is set there; the person sends it. */
function bookHref(siteId: string, { kind, kW, view }: { kind: KindId; kW: number; view: View }): string {
  const [pair, sign] = SETS[kind];
  const query = new URLSearchParams({
    command: pair,
    from: new Date(view.fromMs).toISOString(),
    to: new Date(view.toMs).toISOString(),
    add: String(sign * kW),
  });
  return `/sites/${siteId}/edit?${query.toString()}`;
}

export interface ContributionsProps {
  readonly answer: FleetHeadroom;
  readonly kind: KindId;
  readonly label: string;
  readonly timeZone: string;
  /** The period that was asked about. */
  readonly view: View;
}

const SHOWN = 100;

/** What fits throughout on each site, and what limits it. */
export function Contributions({ answer: { sites }, kind, label, timeZone, view }: ContributionsProps) {
  const canBook = useSession().can('schedules:write');
  const rows = sites
    .map(({ siteId, siteName, intervals }) => {
      const known = intervals.flatMap(({ from, [kind]: one }) => (one === null ? [] : [{ from, ...one }]));
      const least = known.reduce<(typeof known)[number] | undefined>(
        (best, one) => (best === undefined || (one.kW ?? Infinity) < (best.kW ?? Infinity) ? one : best),
        undefined,
      );
      const isPlanned = intervals.every(({ setpointUp }) => setpointUp !== null);
      return { siteId, siteName, least, isThroughout: known.length === intervals.length, isPlanned };
    })
    .sort((one, other) => (other.least?.kW ?? 0) - (one.least?.kW ?? 0));
  return (
    <section className="panel" aria-labelledby="contributions-title">
      <h2 id="contributions-title">{label}, site by site</h2>
      <PlainTable columns={columnsOf(canBook, timeZone)}>
        {rows.slice(0, SHOWN).map(({ siteId, siteName, least, isThroughout, isPlanned }) => (
          <tr key={siteId}>
            <td>
              <Link href={`/sites/${siteId}`}>
                <bdi>{siteName}</bdi>
              </Link>
              <div className="narrow-only muted">{limitText(least, timeZone)}</div>
            </td>
            <td className="number">
              {least === undefined ? 'no setpoint' : least.kW === null ? 'unlimited' : fittingText(least.kW)}
              {least !== undefined && !isPlanned && <div className="mind">no plan: by rating alone</div>}
            </td>
            <td className="wide-only">{limitText(least, timeZone)}</td>
            {canBook && (
              <td className="actions-cell">
                {isThroughout && least !== undefined && least.kW !== null && least.kW > 0 && (
                  <Link
                    className="button small"
                    href={bookHref(siteId, { kind, kW: least.kW, view })}
                    aria-label={`Book this on ${siteName}`}
                  >
                    Book this
                  </Link>
                )}
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
      {rows.length > SHOWN && <p className="muted">and {rows.length - SHOWN} more sites</p>}
    </section>
  );
}

function columnsOf(canBook: boolean, timeZone: string): PlainTableProps['columns'] {
  const columns = [
    'Site',
    { label: 'Fits throughout', is: 'number' },
    { label: `Limited by, first at (${timeZone})`, is: 'wide-only' },
  ] as const;
  return canBook ? [...columns, { label: 'Book', is: 'unseen' }] : columns;
}

interface Least extends Headroom {
  readonly from: string;
}

function limitText(least: Least | undefined, timeZone: string): string {
  if (least === undefined || least.kW === null) return '';
  return `${least.binds.map(bindText).join(', ')}, ${clockText(Date.parse(least.from), timeZone)}`;
}

function bindText(name: string): string {
  return name === 'energy' ? 'stored energy' : labelOfPair(name);
}
