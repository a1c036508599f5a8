import type { ReactNode } from 'react';
import { valueText } from '../words/value-text.ts';
import type { Lane } from './lanes-of.ts';
import { holding } from './segment.ts';

export interface ReadoutProps {
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly atMs: number;
  readonly children?: ReactNode;
}

/** What is set and planned at one instant, in words. */
export function Readout({ title, lanes, atMs, children }: ReadoutProps) {
  const set = lanes.flatMap((lane) => {
    const block = holding(lane.blocks, atMs);
    return block === undefined ? [] : [{ label: lane.label, text: valueText(lane.command, block.value) }];
  });
  return (
    <div className="sunken readout" role="group" aria-label="At this instant">
      <b className="readout-when">{title}</b>
      {children}
      <span className="muted">
        {set.length === 0 ? 'Nothing is set.' : `Set: ${set.map(({ label, text }) => `${label} ${text}`).join(', ')}.`}
      </span>
    </div>
  );
}
