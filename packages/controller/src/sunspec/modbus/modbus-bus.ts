import { fairTurns } from './fair-turns.ts';
import { modbusUnit, type ModbusTiming, type ModbusUnit } from './modbus-unit.ts';
import { openLastingModbus } from './open-lasting-modbus.ts';
import type { OpenModbus } from './open-modbus.ts';
import { pauseAfterFailures } from './pause-after-failures.ts';

export interface ModbusPlace {
  host: string;
  port: number;
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
