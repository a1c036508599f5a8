import { powerText } from '../../words/power-text.ts';
import type { CellProps } from '../column.ts';

export function ReservesCell({ site: { reserves, heldReserves } }: CellProps) {
  const isHeld = heldReserves.importkW !== 0 || heldReserves.exportkW !== 0;
  const { importkW, exportkW } = isHeld ? heldReserves : reserves;
  if (importkW === 0 && exportkW === 0) return <span className="muted">–</span>;
  const Sold = isHeld ? 's' : 'span';
  return (
    <span className="figure">
      <Sold>↓ {powerText(importkW)}</Sold>
      <Sold>↑ {powerText(exportkW)}</Sold>
      {isHeld && <span className="visually-hidden">held</span>}
    </span>
  );
}
