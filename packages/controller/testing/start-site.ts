import type { DeviceTreeNode } from '@setpoint/contract';
import { ofTest } from '@setpoint/server/testing/of-tests';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { onTestFinished } from 'vitest';
import { sunspecDriver } from '../src/sunspec/sunspec-driver.ts';
import type { SunspecDeviceConfig, SunspecKind, SunspecSiteConfig } from '../src/sunspec/sunspec-site-config.ts';
import { capacity, commonModel, controls, measurement, storage, type Block } from './block.ts';
import { manualClock } from './manual-clock.ts';
import { startSimulatedDer, type SimulatedDer, type SimulatedDerConfig } from './simulated-der.ts';

export const batteryBlocks = (): Block[] => [
  commonModel(),
  measurement({ connSt: 1, w: -4321, wSf: 1, hz: 50_012, hzSf: -3 }),
  capacity({ wMaxRtg: 1000, chargeRtg: 800, dischargeRtg: 900, wSf: 2 }),
  controls({ setSf: 1 }),
  storage({ wh: 200, whSf: 3, soc: 425, soh: 950, pctSf: -1 }),
];
export const solarBlocks = (): Block[] => [
  commonModel(),
  measurement({ w: 4200, wSf: 1 }),
  capacity({ wMaxRtg: 1200, wMax: 1000, wSf: 2 }),
  controls({ limitSf: -1 }),
];

/** One clock for the device and the controller. */
export const newClock = () => manualClock(Date.parse('2030-06-17T10:00:00Z'));

export const startDer = (config: SimulatedDerConfig): Promise<SimulatedDer> => ofTest(startSimulatedDer(config));

/** A line to a device, until the test is over. */
export async function startLine({ port }: { readonly port: number }) {
  const line = await ofTest(startProxy());
  line.leadTo(port);
  return line;
}

export function deviceOf(
  kind: SunspecKind,
  der: SimulatedDer,
  more: Partial<SunspecDeviceConfig> = {},
): SunspecDeviceConfig {
  return { uid: `${kind}-1`, name: `The ${kind}`, kind, host: '127.0.0.1', port: der.port, ...more };
}

export function connect(devices: SunspecDeviceConfig[], clock = newClock(), more: Partial<SunspecSiteConfig> = {}) {
  const links: string[] = [];
  const refusals: string[] = [];
  const oddities: string[] = [];
  const driver = sunspecDriver(
    { name: 'Test site', timeoutMs: 30_000, ...more, devices },
    {
      nowMs: clock.nowMs,
      random: () => 1,
      // A read or an order has ended when it resolves, however busy the machine is.
      patienceMs: 5_000,
      onLink: ({ uid, isUp, cause }) => links.push(`${uid} ${isUp ? 'up' : `down: ${String(cause)}`}`),
      onOddity: (line) => oddities.push(line),
      onRefusal: ({ part, cause }) => refusals.push(`${part}: ${String(cause)}`),
    },
  );
  onTestFinished(() => driver.close());
  return { driver, clock, links, refusals, oddities };
}

export async function startSite(
  kind: SunspecKind,
  config: Partial<SimulatedDerConfig> = {},
  more: Partial<SunspecDeviceConfig> = {},
  site: Partial<SunspecSiteConfig> = {},
) {
  const clock = newClock();
  const blocks = kind === 'bess' ? batteryBlocks() : solarBlocks();
  const der = await startDer({ blocks, nowMs: clock.nowMs, ...config });
  return { der, ...connect([deviceOf(kind, der, more)], clock, site) };
}

export const firstOf = (root: DeviceTreeNode): DeviceTreeNode | undefined => root.children[0];
