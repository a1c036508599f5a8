import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSetpointClient } from '@setpoint/client';
import { expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { worldOfTest } from '@setpoint/server/testing/open-world';
import { testFolder } from '@setpoint/server/testing/test-folder';

const SOURCES = fileURLToPath(new URL('../../../clients/python/src', import.meta.url));
const DAY_MS = 86_400_000;
const STEP_MS = 1_800_000;
// EMHASS is hundreds of megabytes: it is tried where somebody installed it.
const python = [process.env['SETPOINT_TEST_EMHASS'], 'python3'].find((one) => one !== undefined && hasEmhass(one));

interface Told {
  readonly emhass: string;
  readonly status: string;
  readonly battery: readonly number[];
  readonly charge: readonly number[];
  readonly version: number;
}

it(
  'a day that EMHASS optimised is set as it is',
  unless(python === undefined ? 'SETPOINT_TEST_EMHASS names no Python with EMHASS' : undefined),
  async () => {
    const world = await worldOfTest();
    const siteId = await world.site();
    const { clientId, clientSecret } = await world.client({ allSites: true, can: 'schedule' });
    const env = {
      ...process.env,
      PYTHONPATH: SOURCES,
      SETPOINT_URL: world.base,
      SETPOINT_CLIENT_ID: clientId,
      SETPOINT_CLIENT_SECRET: clientSecret,
    };
    const program = fileURLToPath(new URL('emhass_day.py', import.meta.url));
    const folder = testFolder();
    const file = join(folder, 'told.json');
    await promisify(execFile)(python ?? '', [program, file], { env });
    const told = JSON.parse(readFileSync(file, 'utf8')) as Told;
    expect(told).toMatchObject({ status: 'Optimal', version: 1 });
    // It gives in the evening, when power is dear, and its charge falls: positive means the same on both sides.
    const evening = told.battery.slice(34, 42);
    expect(Math.max(...evening)).toBeGreaterThan(0.5);
    expect(told.charge[41]).toBeLessThan(told.charge[33] ?? 0);

    const site = await createSetpointClient({ url: world.base, clientId, clientSecret }).readSite(siteId);
    const [command] = site.schedules ?? [];
    expect(command).toMatchObject({ asset: 'bess', type: 'activePowerkW' });
    const from = Date.parse('2030-01-02T00:00:00+01:00');
    const valueAt = (at: number) =>
      command?.entries.find(({ startAt, endAt }) => Date.parse(startAt) <= at && at < Date.parse(endAt))?.value;
    const set = Array.from({ length: DAY_MS / STEP_MS }, (_, step) => valueAt(from + step * STEP_MS));
    expect(set.map((value) => value ?? 'nothing')).toEqual(told.battery);
  },
);

function hasEmhass(one: string): boolean {
  try {
    execFileSync(one, ['-c', 'import emhass.optimization, httpx'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
