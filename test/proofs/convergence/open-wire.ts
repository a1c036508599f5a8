import { activeFaults, type Fault } from '@setpoint/controller/testing/rooms/plant';
import type { Random } from '@setpoint/controller/testing/rooms/plant';
import { type LinkState, passMessage } from '@setpoint/controller/testing/rooms/faults';
import type { VirtualTime } from './virtual-time.ts';

/** One end of a connection. */
export interface WireEnd {
  send(message: Message): void;
  onMessage(take: (message: Message) => void): void;
  onClose(act: () => void): void;
  /** Closes it; the other end hears of it in a while, or, when the machine is gone, never. */
  close(how?: 'heard' | 'unheard'): void;
  isOpen(): boolean;
}

/** What goes over a wire, in whatever form a binding gives it. */
export type Message = Readonly<Record<string, unknown>> & { readonly kind: string };

export interface Wiring {
  readonly time: VirtualTime;
  readonly random: Random;
  /** What goes wrong with the messages, by the time since the beginning. */
  readonly faults: readonly Fault[];
}

const LEAST_DELAY_MS = 5;
const MOST_DELAY_MS = 120;

/** A connection whose messages keep their order as long as no fault says otherwise. */
export function openWire(wiring: Wiring): readonly [WireEnd, WireEnd] {
  const one = createSide();
  const other = createSide();
  return [endOf(wiring, one, other), endOf(wiring, other, one)];
}

function createSide() {
  return {
    isOpen: true,
    take: (_message: Message): void => undefined,
    closed: [] as (() => void)[],
    link: { held: [] } as LinkState<Message>,
    lastArrivalMs: 0,
  };
}

type Side = ReturnType<typeof createSide>;

function endOf({ time, random, faults }: Wiring, mine: Side, theirs: Side): WireEnd {
  const delayMs = () => LEAST_DELAY_MS + random.uniform() * (MOST_DELAY_MS - LEAST_DELAY_MS);
  // Nothing overtakes what was sent before.
  function arrive(act: () => void): void {
    mine.lastArrivalMs = Math.max(mine.lastArrivalMs, time.nowMs() + delayMs());
    time.after(mine.lastArrivalMs - time.nowMs(), act);
  }
  return {
    send(message) {
      if (!mine.isOpen) return;
      const step = passMessage(mine.link, message, { faults: activeFaults(faults, time.nowMs()), random });
      mine.link = step.link;
      for (const delivered of step.delivered) arrive(() => void (theirs.isOpen && theirs.take(delivered)));
    },
    onMessage(take) {
      mine.take = take;
    },
    onClose(act) {
      mine.closed.push(act);
    },
    close(how = 'heard') {
      if (!mine.isOpen) return;
      closeSide(mine);
      const isCut = activeFaults(faults, time.nowMs()).some(({ kind }) => kind === 'half_open');
      if (how === 'heard' && !isCut) arrive(() => closeSide(theirs));
    },
    isOpen: () => mine.isOpen,
  };
}

function closeSide(side: Side): void {
  if (!side.isOpen) return;
  side.isOpen = false;
  for (const act of side.closed) act();
}
