import type { PairName, PoolId } from '@setpoint/contract';
import { firstIndex } from '../time/first-index.ts';
import type { Interval } from '../time/series.ts';

/** What a pool asks one site for, over a stretch of time. */
export interface PoolOrder {
  readonly poolId: PoolId;
  readonly service: 'afrr' | 'mfrr';
  readonly sequence: number;
  /** Plus is import. */
  readonly watts: number;
  readonly at: number;
  /** It ends by itself then. */
  readonly validUntil: number;
}

type Timed = Pick<PoolOrder, 'service' | 'watts' | 'at' | 'validUntil'>;

const WATTS_PER_KW = 1_000;
const SERVICES = ['afrr', 'mfrr'] as const;

/** The pair whose place an order takes. */
export function orderedPair({ service }: Pick<PoolOrder, 'service'>): PairName {
  return `grid/${service}ActivationkW`;
}

/** What is set, with orders in its place while they last; those of one service follow each other. */
export function layOrders<Piece extends Interval>(
  commands: ReadonlyMap<PairName, readonly Piece[]>,
  orders: readonly Timed[],
): ReadonlyMap<PairName, readonly (Piece | Interval)[]> {
  if (orders.length === 0) return commands;
  const laid = new Map<PairName, readonly (Piece | Interval)[]>(commands);
  for (const service of SERVICES) {
    const those = orders.filter((order) => order.service === service);
    if (those.length === 0) continue;
    const pair = orderedPair({ service });
    const ordered = those.map(({ at, validUntil, watts }) => {
      return { startMs: at, endMs: validUntil, value: watts / WATTS_PER_KW };
    });
    const inOrder = ordered.toSorted((one, other) => one.startMs - other.startMs);
    const pieces = [...leftBeside(commands.get(pair) ?? [], inOrder), ...inOrder];
    laid.set(
      pair,
      pieces.toSorted((one, other) => one.startMs - other.startMs),
    );
  }
  return laid;
}

const NEVER: Interval = { startMs: Number.POSITIVE_INFINITY, endMs: Number.POSITIVE_INFINITY, value: 0 };

/** What is left of some pieces while nothing is ordered. Both lists are in order. */
function leftBeside<Piece extends Interval>(pieces: readonly Piece[], ordered: readonly Interval[]): Piece[] {
  return pieces.flatMap((piece) => {
    const left: Piece[] = [];
    let { startMs } = piece;
    for (let index = firstIndex(ordered, ({ endMs }) => endMs > piece.startMs); startMs < piece.endMs; index += 1) {
      const order = ordered[index] ?? NEVER;
      const endMs = Math.min(piece.endMs, order.startMs);
      if (startMs < endMs) left.push({ ...piece, startMs, endMs });
      startMs = order.endMs;
    }
    return left;
  });
}
