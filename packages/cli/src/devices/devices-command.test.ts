import { expect, test } from 'vitest';
import { commonModel, immediate, inverter, meter, nameplate } from '../../../controller/testing/block.ts';
import { batteryBlocks, startDer } from '../../../controller/testing/start-site.ts';
import { runHere } from '../../testing/run-here.ts';

const scan = (...argv: string[]) => runHere(['devices', 'scan', '127.0.0.1', ...argv]);

test('devices are listed with what could be controlled, and the lines of a controller for them', async () => {
  const first = await startDer({ blocks: batteryBlocks() });
  await startDer({
    behind: first,
    unitId: 126,
    blocks: [inverter({ w: 4200, wSf: 1 }), nameplate({ wRtg: 6000 }), immediate({ hasTimer: false })],
  });
  await startDer({ behind: first, unitId: 200, blocks: [meter({ w: -1250, wSf: 1 })] });
  const port = String(first.port);
  const asked = ['--port', port, '--unit', '1,2,126,200'];
  const { code, out, error } = await scan(...asked);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/unit 1: .*\(models 1, 701, 702, 704, 713\)/);
  expect(out).toMatch(/bess +-43.21 kW of -80 to 90, 50.01 Hz, 42.5 % +by 704 WSetEna\n/);
  expect(out).toMatch(/solar +42 kW of 0 to 60, .*by 123 WMaxLim_Ena; shows no timer/);
  expect(out).toMatch(/grid +-12.5 kW, 49.98 Hz +none: a meter/);
  expect(out).toContain(
    `{"uid":"grid-200","name":"grid 200","kind":"grid","host":"127.0.0.1","port":${port},"unitId":200}`,
  );
  expect(out).toContain('Add what these can do, in kW, with a negative lowerKw: grid-200 (upperKw and lowerKw).\n');
  const { out: json } = await scan(...asked, '--json');
  expect(JSON.parse(json)).toMatchObject({
    units: [{ unitId: 1 }, { unitId: 126 }, { unitId: 200 }],
    others: [{ unitId: 2 }],
  });
});

test('units with one serial number are named, because they may be one device', async () => {
  const blocks = [commonModel({ serial: 'SN-77' }), meter({ w: -1250, wSf: 1 })];
  const first = await startDer({ blocks });
  await startDer({ behind: first, unitId: 2, blocks });
  await startDer({ behind: first, unitId: 3, blocks: [commonModel(), meter({ w: 0 })] });
  await startDer({ behind: first, unitId: 4, blocks: [commonModel(), meter({ w: 0 })] });
  const asked = ['--port', String(first.port), '--unit', '1,2,3,4'];
  expect((await scan(...asked)).out).toContain('Units 1, 2 have one serial number, SN-77: they may be one device');
  expect(JSON.parse((await scan(...asked, '--json')).out)).toMatchObject({
    sameSerials: [{ serial: 'SN-77', unitIds: [1, 2] }],
  });
});

test('where nothing answers, the command fails and says why', async () => {
  const der = await startDer({ blocks: [] });
  const port = String(der.port);
  const silent = await scan('--port', port, '--unit', '9', '--timeout', '100');
  expect(silent).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/no SunSpec device.*no answer/) });
  await der.goDown();
  const gone = await scan('--port', port, '--unit', '1', '--timeout', '100');
  expect(gone).toMatchObject({ code: 1, error: expect.stringMatching(/cannot be reached/) });
  expect(await scan('--unit', '1,300')).toMatchObject({ code: 2, error: expect.stringMatching(/from 0 to 255/) });
});
