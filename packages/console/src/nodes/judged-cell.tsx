import { judgeFigure, type JudgedFigure, VERDICT_SIGNS } from './judge-figure.ts';

export interface JudgedCellProps {
  readonly figure: JudgedFigure;
  readonly value: number | null;
}

/** A figure of a node; what is no longer normal has a sign and a colour. */
export function JudgedCell({ figure, value }: JudgedCellProps) {
  const verdict = judgeFigure(figure, value);
  const text = value === null ? '–' : figure === 'waitingWrites' ? String(value) : `${value} ms`;
  const isNormal = verdict === undefined || verdict === 'good';
  return (
    <td className="number" data-verdict={verdict}>
      {isNormal ? text : `${VERDICT_SIGNS[verdict]} ${text}`}
    </td>
  );
}
