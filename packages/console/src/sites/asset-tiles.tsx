import { type Asset, type Assets, ASSETS } from '@setpoint/contract';
import { Meter } from 'react-aria-components';
import { assetLabel } from '../words/asset-label.ts';
import { percentText } from '../words/percent-text.ts';
import { energyText, powerText, rangeText } from '../words/power-text.ts';

export interface AssetTilesProps {
  readonly assets: Assets;
  readonly isOnline: boolean;
}

/** From the connection point inwards. */
const ORDER: readonly Asset[] = [...new Set<Asset>(['grid', 'bess', 'solar', 'wind', 'load', ...ASSETS])];

const WORDS: Readonly<Partial<Record<Asset, readonly [string, string]>>> = {
  grid: ['import', 'export'],
  bess: ['discharging', 'charging'],
  solar: ['generating', 'consuming'],
  wind: ['generating', 'consuming'],
  genset: ['generating', 'consuming'],
};

/** Each asset, as it is now. */
export function AssetTiles({ assets, isOnline }: AssetTilesProps) {
  const present = ORDER.filter((asset) => assets[asset] !== null);
  if (present.length === 0) {
    return <p className="notice">No devices yet: they appear with the first report of the site’s controller.</p>;
  }
  return (
    <ul className="tiles" aria-label="Assets">
      {present.map((asset) => (
        <Tile key={asset} asset={asset} assets={assets} isOnline={isOnline} />
      ))}
    </ul>
  );
}

function Tile({ asset, assets, isOnline }: AssetTilesProps & { readonly asset: Asset }) {
  const group = assets[asset];
  if (group === null) return null;
  const power = group.activePowerkW;
  const { ratedPowerLowerLimitkW: lower, ratedPowerUpperLimitkW: upper } = group;
  return (
    <li className={isOnline ? 'tile' : 'tile is-old'}>
      <h2>{assetLabel(asset)}</h2>
      <p className="tile-power">
        <b>{powerText(power === undefined ? undefined : WORDS[asset] === undefined ? power : Math.abs(power))}</b>
        <span>{isOnline ? wordOf(asset, power) : 'last reported'}</span>
      </p>
      <PowerBar power={power} lower={lower} upper={upper} />
      <p className="tile-rating muted">{rangeText(lower, upper)}</p>
      {asset === 'bess' && assets.bess !== null && <Charge bess={assets.bess} />}
    </li>
  );
}

function wordOf(asset: Asset, power: number | undefined): string {
  if (power === undefined) return 'not reported';
  if (Math.abs(power) < 0.05) return 'idle';
  const [positive, negative] = WORDS[asset] ?? ['consuming', 'generating'];
  return power > 0 ? positive : negative;
}

interface PowerBarProps {
  readonly power: number | undefined;
  readonly lower: number;
  readonly upper: number;
}

/** The power within its rating, drawn from zero. */
function PowerBar({ power = 0, lower, upper }: PowerBarProps) {
  const [least, most] = [Math.min(lower, 0), Math.max(upper, 0)];
  const at = (value: number) =>
    most === least ? 0 : ((Math.min(most, Math.max(least, value)) - least) / (most - least)) * 100;
  const [from, to] = [at(Math.min(0, power)), at(Math.max(0, power))];
  return (
    <svg className="power-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="power-range" width="100" height="6" />
      <rect className="power-now" x={from} width={Math.max(to - from, 0.6)} height="6" />
      <rect className="power-zero" x={at(0) - 0.3} width="0.6" height="6" />
    </svg>
  );
}

function Charge({ bess }: { readonly bess: NonNullable<Assets['bess']> }) {
  const { soc, availableStorageCapacitykWh: capacity } = bess;
  if (soc === null) return <p className="muted">State of charge unknown</p>;
  return (
    <Meter value={soc} aria-label="State of charge" className="charge">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="power-range" width="100" height="6" />
        <rect className="charge-now" width={soc} height="6" />
      </svg>
      <span>
        <b>{percentText(soc)}</b>
        {capacity !== null && <span className="muted"> of {energyText(capacity)}</span>}
      </span>
    </Meter>
  );
}
