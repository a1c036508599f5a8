import { expect, test } from 'vitest';
import {
  commonModel,
  controls,
  immediate,
  inverter,
  measurement,
  meter,
  modules,
  nameplate,
  olderStorage,
  settings,
  vendorModel,
} from '../../testing/block.ts';
import { batteryBlocks, startDer } from '../../testing/start-site.ts';
import { scanHost } from './scan-host.ts';

test('an address is asked for its units, and nothing is written', async () => {
  const first = await startDer({
    blocks: [
      commonModel({ maker: 'Acme', model: 'Hybrid 10', serial: 'SN-77' }),
      inverter({ w: 9000 }),
      nameplate({ wRtg: 1000, whRtg: 2200, chargeRtg: 700, dischargeRtg: 800 }),
      settings({ wMax: 1000 }),
      immediate({ hasTimer: false }),
      olderStorage(),
      modules([
        ['MPPT 1', 12_000],
        ['StCha 3', 3000],
      ]),
    ],
  });
  await startDer({
    behind: first,
    unitId: 3,
    blocks: [commonModel({ maker: 'Acme', model: 'Meter' }), meter({ w: -1250 })],
  });
  await startDer({ behind: first, unitId: 4, blocks: batteryBlocks() });
  await startDer({ behind: first, unitId: 5, blocks: [vendorModel(4)], base: 100 });
  await startDer({
    behind: first,
    unitId: 6,
    blocks: [measurement({ w: 5, wSf: 3 }), controls({ enable: 0xffff })],
  });
  // Waited out for the one unit that is not there; those that are there answer at once, however busy the machine is.
  const at = { host: '127.0.0.1', port: first.port, timeoutMs: 2_000 };
  const { units, others } = await scanHost({ ...at, unitIds: [1, 2, 3, 4, 5, 6] });
  expect(units).toEqual([
    {
      unitId: 1,
      maker: 'Acme',
      model: 'Hybrid 10',
      serial: 'SN-77',
      modelIds: [1, 103, 120, 121, 123, 124, 160],
      uses: [
        {
          kind: 'bess',
          reading: expect.objectContaining({ powerKw: -3, soc: 42.5, ratings: { upperKw: 8, lowerKw: -7 } }),
          control: { through: '124 StorCtl_Mod', hasTimer: true },
        },
        {
          kind: 'solar',
          reading: expect.objectContaining({ powerKw: 12, gridHz: 50.01 }),
          control: { through: '123 WMaxLim_Ena', hasTimer: false },
        },
      ],
    },
    expect.objectContaining({
      unitId: 3,
      uses: [{ kind: 'grid', reading: expect.objectContaining({ powerKw: -1.25 }) }],
    }),
    expect.objectContaining({
      unitId: 4,
      uses: [expect.objectContaining({ kind: 'bess', control: { through: '704 WSetEna', hasTimer: true } })],
    }),
    expect.objectContaining({
      unitId: 6,
      uses: [
        {
          kind: 'solar',
          reading: { powerKw: 5 },
          problem: expect.stringMatching(/states? no rating|reports no rating.*upperKw/),
          control: { through: '704 WMaxLimPctEna', hasTimer: true },
        },
      ],
    }),
  ]);
  expect(others.map(({ unitId, reason }) => `${unitId} ${reason}`)).toEqual([
    expect.stringMatching(/^2 .*no answer came/),
    expect.stringMatching(/^5 .*no SunSpec models/),
  ]);
  expect(first.writes).toEqual([]);
});
