import { type Fault, faultsOf } from '../plant/fault.ts';
import type { Random } from '../plant/seeded-random.ts';

/** The messages that the link holds back, in the order of sending. */
export interface LinkState<Message> {
  held: readonly Message[];
}

export interface LinkStep<Message> {
  link: LinkState<Message>;
  /** The messages that arrive, in this order. */
  delivered: Message[];
  /** Whether it will never arrive. */
  isLost: boolean;
}

/** Sends one message over a link with these faults; deterministic for a seeded random. */
export function passMessage<Message>(
  link: LinkState<Message>,
  message: Message,
  { faults, random }: { faults: readonly Fault[]; random: Random },
): LinkStep<Message> {
  if (isLost(faults, random)) return { link, delivered: [], isLost: true };
  const copies = faultsOf(faults, 'duplicate').some((fault) => random.uniform() < fault.probability) ? 2 : 1;
  const waiting = [...link.held, ...Array.from({ length: copies }, () => message)];
  const depth = Math.max(0, ...faultsOf(faults, 'reorder').map((fault) => fault.depth));
  if (depth === 0) return { link: { held: [] }, delivered: waiting, isLost: false };

  const delivered: Message[] = [];
  while (waiting.length > depth) {
    delivered.push(...waiting.splice(Math.floor(random.uniform() * waiting.length), 1));
  }
  return { link: { held: waiting }, delivered, isLost: false };
}

function isLost(faults: readonly Fault[], random: Random): boolean {
  if (faults.some((fault) => fault.kind === 'half_open')) return true;
  return faultsOf(faults, 'drop').some((fault) => random.uniform() < fault.probability);
}
