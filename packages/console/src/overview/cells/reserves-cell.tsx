import { powerText } from '../../words/power-text.ts';
import { cellOf } from './cell-of.tsx';

export const ReservesCell = cellOf('reserves', ({ site }) => {
  const { importkW, exportkW } = site.reserves;
  if (importkW === 0 && exportkW === 0) return <span className="muted">–</span>;
  return (
    <span className="figure">
      <span>↓ {powerText(importkW)}</span>
      <span>↑ {powerText(exportkW)}</span>
    </span>
  );
});
