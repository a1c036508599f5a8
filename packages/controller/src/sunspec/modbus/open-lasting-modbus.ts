import { setTimeout as after } from 'node:timers/promises';
import { HungUp, type ModbusPatience, openModbus, type OpenModbus } from './open-modbus.ts';

interface Place {
  host: string;
  port: number;
}

export interface LastingPatience extends ModbusPatience {
  /** The device closes each connection after its answer: from now on, each request has one of its own. */
  onOneAnswerEach?: (() => void) | undefined;
}

const MOST_A_SECOND = 50;
// Once may be chance.
const HANG_UPS_TO_BELIEVE = 2;

/** A connection that lasts: one that the device closes after each answer is made anew for each request. */
export async function openLastingModbus(place: Place, patience: LastingPatience): Promise<OpenModbus> {
  let open = await openModbus(place, patience);
  let openedAtMs = performance.now();
  let answers = 0;
  let hangUps = 0;
  let isEnded = false;

  const ask = async (unitId: number, pdu: Buffer): Promise<Buffer> => {
    const answer = await open.ask(unitId, pdu);
    answers += 1;
    return answer;
  };
  const askAnew = async (unitId: number, pdu: Buffer): Promise<Buffer> => {
    open.end();
    await after(Math.max(0, openedAtMs + 1_000 / MOST_A_SECOND - performance.now()));
    if (isEnded) throw new Error('the connection was closed');
    open = await openModbus(place, patience);
    openedAtMs = performance.now();
    answers = 0;
    return ask(unitId, pdu);
  };
  const hadEnoughOfOne = (): boolean => answers === 1 && !open.isOpen();
  const isOneEach = (): boolean => hangUps >= HANG_UPS_TO_BELIEVE;

  return {
    ask: async (unitId, pdu) => {
      if (isOneEach()) return askAnew(unitId, pdu);
      try {
        return await ask(unitId, pdu);
      } catch (error) {
        if (!(error instanceof HungUp && hadEnoughOfOne())) throw error;
        hangUps += 1;
        if (isOneEach()) patience.onOneAnswerEach?.();
        return askAnew(unitId, pdu);
      }
    },
    isOpen: () => !isEnded && (open.isOpen() || isOneEach() || hadEnoughOfOne()),
    end: () => {
      isEnded = true;
      open.end();
    },
  };
}
