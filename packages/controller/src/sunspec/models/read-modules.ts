import type { ModbusLink } from '../modbus/modbus-link.ts';
import { ModelMoved } from './read-model.ts';
import { readPoints, readRaw } from './read-points.ts';
import { registerText } from './register-text.ts';
import type { PlacedModel } from './scan-models.ts';

/** One input of an inverter: a string of panels, or one direction of a battery. */
export interface DcModule {
  name: string;
  powerW: number;
}

const id = 160;
const scaleOffset = 4;
const countOffset = 8;
const headerRegisters = 10;
const moduleRegisters = 20;
// A request reads 125 registers; those who have more inputs have no battery among them.
const mostModules = 5;

/** The inputs that model 160 lists; none without it. Those that do not show their power are left out. */
export async function readModules(link: ModbusLink, models: readonly PlacedModel[]): Promise<DcModule[]> {
  const place = models.find((model) => model.id === id);
  if (place === undefined) return [];
  const most = headerRegisters + mostModules * moduleRegisters;
  const values = await link.read(place.address, Math.min(most, place.length + 2));
  if (values[0] !== id || values[1] !== place.length) {
    throw new ModelMoved('The device no longer has model 160 where it was.');
  }
  const listed = readRaw('uint16', values.slice(countOffset)) ?? 0;
  return Array.from({ length: Math.min(listed, mostModules) }, (_, index) => index).flatMap((index) => {
    const start = headerRegisters + index * moduleRegisters;
    const { DCW } = readPoints(
      { DCW: { offset: start + 11, type: 'uint16', scale: 'DCW_SF' }, DCW_SF: { offset: scaleOffset, type: 'sunssf' } },
      { offset: 0, values },
    );
    return DCW === undefined ? [] : [{ name: registerText(values.slice(start + 1, start + 9)), powerW: DCW }];
  });
}

/** What the battery gives, if the inputs say which of them are of a battery. */
export function batteryPowerW(modules: readonly DcModule[]): number | undefined {
  const ofBattery = modules.filter(isOfBattery);
  if (ofBattery.length === 0) return undefined;
  return ofBattery.reduce((sum, { name, powerW }) => sum + (isDischarge(name) ? powerW : -powerW), 0);
}

/** What the panels give, if the inputs say which of them are of a battery. */
export function panelPowerW(modules: readonly DcModule[]): number | undefined {
  const ofPanels = modules.filter((module) => !isOfBattery(module));
  if (ofPanels.length === modules.length) return undefined;
  return ofPanels.reduce((sum, { powerW }) => sum + powerW, 0);
}

// Interpretation: the names that hybrid inverters give the two directions of their battery.
function isOfBattery({ name }: DcModule): boolean {
  return name.startsWith('StCha') || isDischarge(name);
}

function isDischarge(name: string): boolean {
  return name.startsWith('StDisCha');
}
