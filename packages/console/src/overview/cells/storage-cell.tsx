import { percentText } from '../../words/percent-text.ts';
import type { CellProps } from '../column.ts';
import { Figure } from './figure.tsx';

export function StorageCell({ site }: CellProps) {
  const { powerkW, socPcnt } = site;
  const power = powerkW.bess;
  if (power === undefined && socPcnt === null) return <span className="muted">–</span>;
  const direction = power === undefined || power === 0 ? 'idle' : power > 0 ? 'discharge' : 'charge';
  return (
    <Figure value={power === undefined ? undefined : Math.abs(power)} isOld={!site.isOnline}>
      {direction}
      {socPcnt !== null && `, ${percentText(socPcnt)}`}
    </Figure>
  );
}
