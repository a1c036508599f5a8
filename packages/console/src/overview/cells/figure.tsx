import type { ReactNode } from 'react';
import { powerText } from '../../words/power-text.ts';

export interface FigureProps {
  readonly value: number | undefined;
  /** What is shown was reported before the site went offline. */
  readonly isOld: boolean;
  readonly children: ReactNode;
}

export function Figure({ value, isOld, children }: FigureProps) {
  if (value === undefined) return <span className="muted">–</span>;
  return (
    <span className={isOld ? 'figure is-old' : 'figure'}>
      {powerText(value)}
      <small className="muted">{isOld ? 'last reported' : children}</small>
    </span>
  );
}
