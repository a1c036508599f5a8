import { derMemory, type DerMemory, type DerMemoryConfig } from './der-memory.ts';
import { startSimulatedModbus, type SimulatedModbus } from './simulated-modbus.ts';

export interface SimulatedDerConfig extends DerMemoryConfig {
  unitId?: number;
  /** The device that it shares its address with; without one it has an address of its own. */
  behind?: SimulatedModbus;
  /** A free one unless it takes the place of another device. */
  port?: number;
  /** Addresses at which a read gets no answer. */
  silentAt?: readonly number[];
  mostRegisters?: number;
}

/** A SunSpec device for the tests: registers and controls behind a Modbus TCP server. */
export interface SimulatedDer extends SimulatedModbus, Omit<DerMemory, 'read' | 'write'>, AsyncDisposable {}

export async function startSimulatedDer(config: SimulatedDerConfig): Promise<SimulatedDer> {
  const { unitId = 1, port = 0, silentAt = [], mostRegisters, behind } = config;
  const { read, write, ...memory } = derMemory(config);
  behind?.addUnit(unitId, { read, write });
  const modbus = behind ?? (await startSimulatedModbus({ unitId, port, silentAt, mostRegisters }, { read, write }));
  return { ...modbus, ...memory, [Symbol.asyncDispose]: () => modbus.goDown() };
}
