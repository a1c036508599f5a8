import { reserveTexts } from '../../words/power-text.ts';
import type { CellProps } from '../column.ts';

export function ReservesCell({ site: { reserves, heldReserves } }: CellProps) {
  const isHeld = heldReserves.importkW !== 0 || heldReserves.exportkW !== 0;
  const shown = isHeld ? heldReserves : reserves;
  if (shown.importkW === 0 && shown.exportkW === 0) return <span className="muted">–</span>;
  const [down, up] = reserveTexts(shown);
  const Sold = isHeld ? 's' : 'span';
  return (
    <span className="figure">
      <Sold>{down}</Sold>
      <Sold>{up}</Sold>
      {isHeld && <span className="visually-hidden">held</span>}
    </span>
  );
}
