import { actorText, type PoolSignal } from '@setpoint/contract';
import { useNow } from '../shell/use-now.ts';
import { agoText, durationText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { powerText } from '../words/power-text.ts';
import { type MemberRow, suppliedOf } from './member-rows.ts';

export interface PoolFiguresProps {
  /** null before the first one, undefined until it is read. */
  readonly signal: PoolSignal | null | undefined;
  /** The signal while it has not ended. */
  readonly current: PoolSignal | null;
  readonly rows: readonly MemberRow[];
}

/** What is asked for, ordered, missing and supplied now. */
export function PoolFigures({ signal, current, rows }: PoolFiguresProps) {
  const now = useNow();
  const supplied = suppliedOf(rows);
  const oldest = Math.min(...rows.flatMap(({ reportedAt }) => (reportedAt === null ? [] : [Date.parse(reportedAt)])));
  return (
    <div className="totals" role="group" aria-label="This pool now">
      <Total label="Asked for" value={askedText(signal, current)}>
        {hintOf(signal, now)}
      </Total>
      <Total label="Ordered" value={powerText(current?.orderedkW)}>
        {current === null || current.followedkW === 0
          ? ''
          : `and ${powerText(current.followedkW)} by members that cannot be reached`}
      </Total>
      <Total label="Nobody can give" value={powerText(current === null ? null : Math.abs(current.shortfallkW))}>
        {current === null || current.surpluskW === 0 ? '' : `${powerText(Math.abs(current.surpluskW))} too much`}
      </Total>
      <Total label="Supplied" value={powerText(supplied?.kw)}>
        {supplied === undefined
          ? 'no member has a grid setpoint to compare with'
          : `by ${countText(supplied.members, 'member')}; the oldest report ${agoText(now - oldest)}`}
      </Total>
    </div>
  );
}

function askedText(signal: PoolSignal | null | undefined, current: PoolSignal | null): string {
  if (signal === undefined || signal === null) return '–';
  return current === null ? 'nothing' : powerText(current.kW);
}

function hintOf(signal: PoolSignal | null | undefined, now: number): string {
  if (signal === undefined) return '';
  if (signal === null) return 'no signal yet';
  const leftMs = Date.parse(signal.validUntil) - now;
  const left = leftMs > 0 ? `for ${durationText(leftMs)} more` : `ended ${agoText(-leftMs)}`;
  const by = signal.actor === null ? '' : ` by ${actorText(signal.actor)}`;
  return `signal ${signal.sequence}${by}, ${left}`;
}

function Total({
  label,
  value,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly children: string;
}) {
  return (
    <div className="total">
      <span className="total-label">{label}</span>
      <span className="total-value">
        <b>{value}</b>
      </span>
      <span className="total-hint">{children}</span>
    </div>
  );
}
