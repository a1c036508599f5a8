import { cellOf } from './cell-of.tsx';
import { Figure } from './figure.tsx';

export const GridCell = cellOf('grid', ({ site }) => {
  const power = site.powerkW.grid;
  return (
    <Figure value={power === undefined ? undefined : Math.abs(power)} isOld={!site.isOnline}>
      {power === undefined || power === 0 ? '' : power > 0 ? 'import' : 'export'}
    </Figure>
  );
});
