import { ASSETS } from '@setpoint/contract';
import type { Reserves } from '@setpoint/contract';
import type { ReactNode } from 'react';
import type { FleetTotals as Totals } from '../sites/sum-fleet.ts';
import { ReadAge } from '../shell/read-age.tsx';
import { isStale } from '../shell/is-stale.ts';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { assetLabel } from '../words/asset-label.ts';
import { explain } from '../words/explain.ts';
import { countOf } from '../words/count-text.ts';
import { powerText, reserveTexts } from '../words/power-text.ts';

export interface FleetTotalsProps {
  readonly totals: Totals;
  readonly readAt: number;
}

/** The fleet in a few numbers; on a phone they are one line, which opens. */
export function FleetTotals(props: FleetTotalsProps) {
  const isNarrow = useIsNarrow();
  const now = useNow();
  if (!isNarrow) return <AllTotals {...props} />;
  const { sites, online, powerkW, reserves, heldReserves } = props.totals;
  return (
    <details className={isStale(props.readAt, now) ? 'totals-line is-stale' : 'totals-line'}>
      <summary>
        <span className={online < sites ? 'is-bad' : ''}>
          <b>{countOf(online)}</b>
          {` of ${countOf(sites)} online`}
        </span>
        <span>
          <b>{powerText(magnitude(powerkW.grid))}</b> {directionOf(powerkW.grid, 'import', 'export')}
        </span>
        <span>
          <Sold kept={reserves} held={heldReserves} />
        </span>
      </summary>
      <AllTotals {...props} />
    </details>
  );
}

function AllTotals({ totals, readAt }: FleetTotalsProps) {
  const { sites, online, powerkW, oldestReportAt, reserves, nextDayReserves } = totals;
  const now = useNow();
  const assets = ASSETS.filter((asset) => asset !== 'grid' && powerkW[asset] !== undefined);
  return (
    <section className={isStale(readAt, now) ? 'totals is-stale' : 'totals'} aria-label="Totals">
      <Total label="Sites online">
        <b>{countOf(online)}</b> of {countOf(sites)}
        <ReadAge readAt={readAt} />
      </Total>
      <Total label="Grid" hint={gridHint(powerkW.grid, oldestReportAt, now)}>
        <b>{powerText(magnitude(powerkW.grid))}</b>
      </Total>
      <Total label="Reserves now" hint="booked: ↓ import, ↑ export">
        <Sold kept={reserves} held={totals.heldReserves} />
      </Total>
      <Total label="Reserves, next 24 h" hint="booked, on average">
        <Sold kept={nextDayReserves} held={totals.heldNextDayReserves} />
      </Total>
      {assets.length > 0 && (
        <dl className="total total-assets">
          {assets.map((asset) => (
            <div key={asset}>
              <dt>{assetLabel(asset)}</dt>
              <dd>
                {powerText(asset === 'bess' ? magnitude(powerkW[asset]) : powerkW[asset])}
                {asset === 'bess' && <small> {directionOf(powerkW.bess, 'discharge', 'charge')}</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** What is kept ready; what is sold beside it and held is struck through. */
function Sold({ kept, held }: { readonly kept: Reserves; readonly held: Reserves }) {
  const isHeld = held.importkW !== 0 || held.exportkW !== 0;
  const [down, up] = reserveTexts(kept);
  const [heldDown, heldUp] = reserveTexts(held);
  return (
    <>
      <b>{down}</b> <b>{up}</b>
      {isHeld && (
        <small className="is-bad sold-held">
          held: <s>{heldDown}</s> <s>{heldUp}</s>
        </small>
      )}
    </>
  );
}

interface TotalProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

function Total({ label, hint, children }: TotalProps) {
  return (
    <div className="total">
      <span className="total-label" title={explain(label)}>
        {label}
      </span>
      <span className="total-value">{children}</span>
      {hint !== undefined && <span className="total-hint">{hint}</span>}
    </div>
  );
}

function magnitude(powerKw: number | undefined): number | undefined {
  return powerKw === undefined ? undefined : Math.abs(powerKw);
}

function gridHint(powerKw: number | undefined, oldestReportAt: number | null, now: number): string | undefined {
  const direction = directionOf(powerKw, 'import', 'export');
  const age = oldestReportAt === null ? undefined : `oldest report ${agoText(now - oldestReportAt)}`;
  return [direction, age].filter((part) => part !== undefined).join(', ') || undefined;
}

function directionOf(powerKw: number | undefined, positive: string, negative: string): string | undefined {
  if (powerKw === undefined || powerKw === 0) return undefined;
  return powerKw > 0 ? positive : negative;
}
