import { noTarget, type PlantTarget } from '@setpoint/controller/testing/rooms/driver';
import { judgeRefusals } from '@setpoint/controller/testing/rooms/execute';
import { sunspecDriver } from '@setpoint/controller/testing/rooms/sunspec';
import { manualClock } from '@setpoint/controller/testing/manual-clock';
import { type LineFault, lineFaults } from '@setpoint/controller/testing/line-faults';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { type ForeignDevice, type ForeignFaults, type ForeignName, startForeignDevice } from './foreign-device.ts';

/** What goes wrong with a device, or on the way to it. */
export interface ParkFault extends Partial<LineFault> {
  readonly name: string;
  readonly device?: (points: ParkPoints) => ForeignFaults;
}

interface ParkPoints {
  readonly part: 'bessKw' | 'solarMaxKw';
  readonly model: number;
  readonly values: readonly string[];
  readonly enable: string;
}

const SETPOINT = { part: 'bessKw', model: 704, values: ['WSet'], enable: 'WSetEna' } as const;
const LIMIT = { part: 'solarMaxKw', model: 704, values: ['WMaxLimPct'], enable: 'WMaxLimPctEna' } as const;

/** The devices, and the points that control them. */
export const PARK: Readonly<Record<ForeignName, ParkPoints>> = {
  battery: SETPOINT,
  roof: LIMIT,
  'older battery': { part: 'bessKw', model: 124, values: ['OutWRte', 'InWRte'], enable: 'StorCtl_Mod' },
  'older roof': { part: 'solarMaxKw', model: 123, values: ['WMaxLimPct'], enable: 'WMaxLim_Ena' },
};

const refusing = (code: number): ParkFault => ({
  name: `exception ${code} to writes`,
  device: () => ({ refusesWrites: code }),
});
const refusingAll = (code: number): ParkFault => ({
  name: `exception ${code} to everything`,
  device: () => ({ refusesWrites: code, refusesReads: code }),
});

export const PARK_FAULTS: readonly ParkFault[] = [
  { name: 'nothing', isHarmless: true },
  ...Object.entries(lineFaults(15, 300)).map(([name, fault]) => ({ name, ...fault })),
  // The codes that pymodbus has names for.
  ...[1, 2, 3, 4, 5, 6, 7, 8, 10, 11].map(refusing),
  ...[2, 4, 6, 11].map(refusingAll),
  { name: 'values not kept', device: ({ model, values }) => ({ ignores: values.map((value) => [model, value]) }) },
  { name: 'enable not kept', device: ({ model, enable }) => ({ ignores: [[model, enable]] }) },
  { name: 'power that does not follow', device: () => ({ isStuck: true }) },
];

export interface Told {
  /** What is said of the device and is not so. */
  readonly falsehood?: string;
  /** Seconds until people were told; left out when it followed. */
  readonly toldAfterS?: number;
}

const TICK_MS = 3_000;
const MOST_TICKS = 60_000 / TICK_MS;
const TOLERABLE_KW = 6;

/** Lets a device follow 60 kW, then has a fault begin and orders 20 kW: it follows, or that it does not is told. */
export async function tryFault(python: string, name: ForeignName, fault: ParkFault): Promise<Told> {
  await using device = await startForeignDevice(python, name);
  await using line = await startProxy();
  line.leadTo(device.port);
  const site = openSite(PARK[name].part, line.port);
  try {
    for (let ticks = 0; ticks < 4 || (site.isTold() && ticks < MOST_TICKS); ticks += 1) await site.tick(60);
    if (site.isTold() || !(await follows(device, 60))) return { falsehood: 'is not well at the beginning' };
    fault.line?.(line);
    await device.misbehave(fault.device?.(PARK[name]) ?? {});
    return await orderAnew(site, device, fault);
  } finally {
    await site.close();
  }
}

type Site = ReturnType<typeof openSite>;

/** A controller of one device, with a clock of its own. */
function openSite(part: ParkPoints['part'], port: number) {
  const clock = manualClock(Date.parse('2030-06-17T10:00:00Z'));
  const kind = part === 'bessKw' ? 'bess' : 'solar';
  const bounds = { upperKw: 90, ...(kind === 'bess' ? { lowerKw: -90 } : {}) };
  const driver = sunspecDriver(
    {
      name: 'A park',
      timeoutMs: 150,
      devices: [{ uid: 'one', name: 'one', kind, host: '127.0.0.1', port, ...bounds }],
    },
    { nowMs: clock.nowMs, random: () => 1, patienceMs: 5_000 },
  );
  const judge = judgeRefusals();
  judge.begin();
  return {
    begin: () => judge.begin(),
    isTold: () => judge.standing().has(part),
    async tick(kw: number): Promise<void> {
      const target: PlantTarget = { ...noTarget, [part]: kw };
      await driver.read();
      judge.judge(await driver.write(target), target, clock.nowMs());
      clock.advance(TICK_MS);
    },
    close: () => driver.close(),
  };
}

async function orderAnew(site: Site, device: ForeignDevice, { isHarmless }: ParkFault): Promise<Told> {
  let toldAfterS: number | undefined;
  site.begin();
  for (let ticks = 1; ticks <= MOST_TICKS + 4; ticks += 1) {
    await site.tick(20);
    if (site.isTold()) toldAfterS ??= (ticks * TICK_MS) / 1_000;
    if (ticks < MOST_TICKS || site.isTold() || (await follows(device, 20))) continue;
    return { falsehood: `is said to follow 20 kW, and is at ${await device.powerKw()} kW` };
  }
  if (await follows(device, 20)) return {};
  if (isHarmless === true) return { falsehood: 'does not follow' };
  return toldAfterS === undefined ? {} : { toldAfterS };
}

async function follows(device: ForeignDevice, kw: number): Promise<boolean> {
  return Math.abs((await device.powerKw()) - kw) <= TOLERABLE_KW;
}
