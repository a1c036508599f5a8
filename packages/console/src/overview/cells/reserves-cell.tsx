import { powerText } from '../../words/power-text.ts';
import type { CellProps } from '../column.ts';

export function ReservesCell({ site }: CellProps) {
  const { importkW, exportkW } = site.reserves;
  if (importkW === 0 && exportkW === 0) return <span className="muted">–</span>;
  return (
    <span className="figure">
      <span>↓ {powerText(importkW)}</span>
      <span>↑ {powerText(exportkW)}</span>
    </span>
  );
}
