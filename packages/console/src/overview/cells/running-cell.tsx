import { useSiteClock } from '../../sites/fleet-feed.tsx';
import { pairLabel } from '../../words/pair-label.ts';
import { valueText } from '../../words/value-text.ts';
import type { CellProps } from '../column.ts';

const SHOWN = 2;

export function RunningCell({ site }: CellProps) {
  const { running, timeZone } = site;
  const clock = useSiteClock(timeZone);
  if (running.length === 0) return <span className="muted">own operation</span>;
  const shown = running.slice(0, SHOWN).map((one) => `${pairLabel(one)} ${valueText(one, one.value)}`);
  const all = running.map((one) => `${pairLabel(one)}: ${valueText(one, one.value)} until ${clock(one.endAt)}`);
  return (
    <span className="two-lines" title={all.join('\n')}>
      {shown.join(', ')}
      {running.length > SHOWN && <span className="muted"> and {running.length - SHOWN} more</span>}
    </span>
  );
}
