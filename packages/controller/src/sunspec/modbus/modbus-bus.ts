import { fairTurns } from './fair-turns.ts';
import { type ModbusTiming, modbusUnit, type ModbusUnit } from './modbus-unit.ts';
import { HungUp, type ModbusPatience, type ModbusPlace, type OpenModbus, openModbus } from './open-modbus.ts';
import { pauseAfterFailures } from './pause-after-failures.ts';
import { setTimeout as after } from 'node:timers/promises';

interface LastingPatience extends ModbusPatience {
  /** The device closes each connection after its answer: from now on, each request has one of its own. */
  onOneAnswerEach?: (() => void) | undefined;
}

const MOST_A_SECOND = 50;
// Once may be chance.
const HANG_UPS_TO_BELIEVE = 2;

/** A connection that lasts: one that the device closes after each answer is made anew for each request. */
async function openLastingModbus(place: ModbusPlace, patience: LastingPatience): Promise<OpenModbus> {
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

/** The one connection to an address, made when it is needed and shared by all units behind it: many gateways take one. */
export interface ModbusBus {
  unit(unitId: number): ModbusUnit;
  close(): void;
}

// One unit that is silent says nothing about the connection; silence alone, again and again, does.
const mostSilences = 3;

export function modbusBus({ host, port }: ModbusPlace, timing: ModbusTiming): ModbusBus {
  const place = `${host}:${port}`;
  const turns = fairTurns();
  const pause = pauseAfterFailures(timing);
  let open: OpenModbus | undefined;
  let opening: Promise<OpenModbus> | undefined;
  let silences = 0;
  let isClosed = false;

  const connect = async (): Promise<OpenModbus> => {
    try {
      open = await openLastingModbus(
        { host, port },
        { ...timing, onOneAnswerEach: () => timing.onOneAnswerEach?.(place) },
      );
      silences = 0;
      if (isClosed) open.end();
      return open;
    } catch (error) {
      pause.failed();
      throw new Error(`${place} cannot be reached.`, { cause: error });
    }
  };
  const connection = (): OpenModbus | Promise<OpenModbus> => {
    if (isClosed) throw new Error('The connection is closed.');
    if (open?.isOpen()) return open;
    if (opening === undefined && !pause.isOver()) throw new Error(`No link to ${place}; the next attempt is due soon.`);
    opening ??= connect().finally(() => {
      opening = undefined;
    });
    return opening;
  };
  const lose = (lost: OpenModbus): void => {
    lost.end();
    if (open !== lost) return;
    open = undefined;
    pause.failed();
  };
  const answered = (): void => {
    silences = 0;
    pause.succeeded();
  };
  const silent = (on: OpenModbus): void => {
    silences += 1;
    if (silences >= mostSilences) lose(on);
  };

  return {
    unit: (unitId) =>
      modbusUnit({ unitId, name: `${place} unit ${unitId}`, timing }, { turns, connection, lose, answered, silent }),
    close: () => {
      isClosed = true;
      open?.end();
    },
  };
}
