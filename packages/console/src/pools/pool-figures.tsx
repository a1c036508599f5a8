import { actorText, type PoolFollowing, type PoolSignal } from '@setpoint/contract';
import { ReadAge } from '../shell/read-age.tsx';
import { isStale } from '../shell/is-stale.ts';
import { useNow } from '../shell/use-now.ts';
import { agoText, durationText } from '../words/ago-text.ts';
import { gridPowerText, powerText } from '../words/power-text.ts';
import type { Asked } from './in-force.ts';
import { missingText } from './missing-text.ts';
import { missedHint, suppliedHint, suppliedText } from './supplied-text.ts';

export interface PoolFiguresProps {
  readonly asked: Asked;
  /** When that was read. */
  readonly readAt: number;
  readonly orders: PoolFollowing['orders'] | undefined;
  readonly ordersReadAt: number;
}

/** What is asked for, ordered, missing and supplied now. */
export function PoolFigures({ asked, readAt, orders, ordersReadAt }: PoolFiguresProps) {
  const now = useNow();
  const shown = asked.kind === 'in_force' || asked.kind === 'unheard' ? asked.signal : null;
  const isOld = asked.kind === 'unheard' || isStale(readAt, now);
  return (
    <div className={isOld ? 'totals is-stale' : 'totals'} role="group" aria-label="This pool now">
      <Total label="Asked for" value={askedText(asked)} readAt={readAt}>
        {hintOf(asked, now)}
      </Total>
      <Total label="Ordered" value={gridPowerText(shown?.orderedkW)} readAt={readAt}>
        {orderedHint(shown)}
      </Total>
      <Total label="Short by" value={missingText(shown?.shortfallkW) ?? '–'} readAt={readAt}>
        {shortHint(shown, orders?.suppliedkW ?? null)}
      </Total>
      <Supplied orders={orders} ordersReadAt={ordersReadAt} />
    </div>
  );
}

function Supplied({ orders, ordersReadAt }: Pick<PoolFiguresProps, 'orders' | 'ordersReadAt'>) {
  const { value, hint } = suppliedText(orders);
  return (
    <Total label="Supplied" value={value} readAt={orders === undefined ? Number.POSITIVE_INFINITY : ordersReadAt}>
      {hint}
    </Total>
  );
}

export function askedText(asked: Asked): string {
  if (asked.kind === 'in_force' || asked.kind === 'unheard') return gridPowerText(asked.signal.kW);
  return asked.kind === 'nothing' ? 'nothing' : '–';
}

/** Says a figure where there is one that is not zero. */
function orderedHint(shown: Pick<PoolSignal, 'orderedkW' | 'followedkW' | 'missedkW'> | null): string {
  const hints = [
    hintFor(shown?.followedkW, (text) => `and ${text} by members that cannot be reached`),
    missedHint(shown?.orderedkW ?? 0, shown?.missedkW ?? 0),
  ];
  return hints.filter((hint) => hint !== '').join('; ');
}

type Given = Pick<PoolSignal, 'kW' | 'shortfallkW' | 'surpluskW'>;

/** What is short is what no member can give; where the meters show another power than was asked for, that is said. */
function shortHint(shown: Given | null, suppliedKw: number | null): string {
  if (shown === null) return '';
  const surplus = missingText(shown.surpluskW);
  if (surplus !== null) return `${surplus} too much`;
  return shown.kW === 0 || missingText(shown.shortfallkW) !== null ? '' : suppliedHint(shown.kW, suppliedKw);
}

function hintFor(kW: number | undefined, say: (text: string) => string): string {
  return missingText(kW) === null ? '' : say(powerText(kW));
}

function hintOf(asked: Asked, now: number): string {
  if (asked.kind === 'unread') return '';
  if (asked.kind === 'never') return 'no signal yet';
  const { sequence, actor, validUntil } = asked.signal;
  const leftMs = Date.parse(validUntil) - now;
  const by = actor === null ? '' : ` by ${actorText(actor)}`;
  return `signal ${sequence}${by}, ${endText(asked.kind, leftMs)}`;
}

function endText(kind: 'nothing' | 'in_force' | 'unheard', leftMs: number): string {
  if (kind === 'in_force') return `for ${durationText(leftMs)} more`;
  return kind === 'nothing' ? `ended ${agoText(-leftMs)}` : 'as last heard; what came after it is not known';
}

function Total({
  label,
  value,
  readAt,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly readAt: number;
  readonly children: string;
}) {
  return (
    <div className="total">
      <span className="total-label">{label}</span>
      <span className="total-value">
        <b>{value}</b>
      </span>
      <span className="total-hint">{children}</span>
      <ReadAge readAt={readAt} />
    </div>
  );
}
