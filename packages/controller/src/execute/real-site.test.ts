import type { PairName } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { batteryBase, immediate, inverter, meter, nameplate, olderStorage, settings } from '../../testing/inverter.ts';
import { connect, deviceOf, newClock, startDer } from '../../testing/start-site.ts';
import { type ControlState, controlTick } from './control-tick.ts';

const loadKw = 40;
const sunKw = 30;

/** A battery and a roof of the older models with a meter before them, and a load that nothing else measures. */
async function startRealSite() {
  const clock = newClock();
  const at = { nowMs: clock.nowMs };
  const battery = await startDer({
    blocks: [
      inverter({ w: 0 }),
      nameplate({ wRtg: 6000, whRtg: 10_000 }),
      olderStorage({ chargeMax: 6000 }),
      batteryBase({ wh: 1000, soc: 500, soh: 100 }),
    ],
    physics: ({ setpointW }) => inverter({ w: Math.round((setpointW ?? 0) / 10), wSf: 1 }),
    ...at,
  });
  const roofKw = () => Math.min(sunKw, ((roof.follows().limitPct ?? 100) / 100) * 50);
  const roof = await startDer({
    behind: battery,
    unitId: 2,
    blocks: [inverter({ w: 0 }), nameplate({ wRtg: 5000 }), settings({ wMax: 5000 }), immediate()],
    physics: ({ limitPct }) => inverter({ w: Math.min(sunKw, ((limitPct ?? 100) / 100) * 50) * 100, wSf: 1 }),
    ...at,
  });
  const gridKw = () => loadKw - roofKw() - (battery.follows().setpointW ?? 0) / 1_000;
  await startDer({
    behind: battery,
    unitId: 200,
    blocks: [meter({ w: 0 })],
    physics: () => meter({ w: Math.round(gridKw() * 100), wSf: 1, hz: 5_000 }),
    ...at,
  });
  const { driver } = connect(
    [
      deviceOf('bess', battery),
      deviceOf('solar', battery, { unitId: 2 }),
      deviceOf('grid', battery, { unitId: 200, upperKw: 100, lowerKw: -100 }),
    ],
    clock,
  );
  const follow = async (set: Partial<Record<PairName, number>>, seconds = 20) => {
    const hour = 3_600_000;
    const series = (value: number) => [{ startMs: clock.nowMs(), endMs: clock.nowMs() + hour, value }];
    const commands = new Map(Object.entries(set).map(([pair, value]) => [pair as PairName, series(value)]));
    let state: ControlState | undefined;
    const rejected = new Set<string>();
    for (let second = 0; second < seconds; second += 1) {
      const control = controlTick({
        schedule: { commands, rejected: [] },
        reading: await driver.read(),
        settings: {
          siteId: '00000000-0000-4000-8000-0000000000aa',
          ownMode: 'idle',
          socWindow: { minPercent: 5, maxPercent: 95, fadePercent: 0 },
        },
        state,
        atMs: clock.nowMs(),
      });
      ({ state } = control);
      for (const { asset, type } of control.rejected) rejected.add(`${asset}/${type}`);
      for (const part of Object.keys(await driver.write(control.target))) rejected.add(part);
      clock.advance(1_000);
    }
    return { gridKw: gridKw(), roofKw: roofKw(), rejected: [...rejected] };
  };
  return { follow };
}

test('a site of older inverters with a meter carries out every command', async () => {
  const { follow } = await startRealSite();
  const none: string[] = [];
  expect(await follow({ 'grid/activePowerkW': -20 })).toEqual({
    gridKw: expect.closeTo(-20, 1),
    roofKw: 30,
    rejected: none,
  });
  expect((await follow({ 'grid/upperLimitkW': 5 })).gridKw).toBeCloseTo(5, 1);
  expect((await follow({ 'grid/lowerLimitkW': 25 })).gridKw).toBeCloseTo(25, 1);
  expect(await follow({ 'solar/solarCurtailmentPcnt': 80 })).toMatchObject({ roofKw: 10, rejected: none });
  expect((await follow({ 'bess/activePowerkW': 10 })).gridKw).toBeCloseTo(0, 1);
  expect((await follow({ 'bess/optimalSocPcnt': 90 })).gridKw).toBeCloseTo(70, 1);
  const market = await follow({
    'grid/activePowerkW': 20,
    'grid/afrrImportBookingkW': 10,
    'grid/afrrExportBookingkW': 10,
    'grid/afrrActivationkW': 0.5,
    'grid/mfrrImportBookingkW': 10,
    'grid/mfrrExportBookingkW': 10,
    'grid/mfrrActivationkW': -0.1,
    'grid/fcrImportkW': 5,
    'grid/fcrExportkW': 5,
  });
  expect(market).toEqual({ gridKw: expect.closeTo(20.4, 1), roofKw: 30, rejected: none });
});
