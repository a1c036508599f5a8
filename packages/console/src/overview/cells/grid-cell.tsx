import type { CellProps } from '../column.ts';
import { Figure } from './figure.tsx';

export function GridCell({ site }: CellProps) {
  const power = site.powerkW.grid;
  return (
    <Figure value={power === undefined ? undefined : Math.abs(power)} isOld={!site.isOnline}>
      {power === undefined || power === 0 ? '' : power > 0 ? 'import' : 'export'}
    </Figure>
  );
}
