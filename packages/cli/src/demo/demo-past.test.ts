import { join } from 'node:path';
import type { AssetScheduleCommand, ScheduleSnapshot, SiteDetails } from '@setpoint/contract';
import { type Plant, plantCatalogue } from '@setpoint/controller';
import { openSeeding } from '@setpoint/server/seeding';
import { openForReading } from '@setpoint/server/testing/rooms/store';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { expect, test } from 'vitest';
import { makeDemoPast } from './demo-past.ts';
import { revivePlants } from './revive-plants.ts';

const NOW = Date.UTC(2030, 0, 1, 10, 7);

test('a start that was cut short leaves no second trader', async () => {
  const folder = testFolder();
  const first = await openSeeding(folder);
  const cutShort = () => {
    throw new Error('cut short');
  };
  await expect(makeDemoPast(first, plantCatalogue, { nowMs: NOW, onSite: cutShort })).rejects.toThrow('cut short');
  await first.close();
  const again = await openSeeding(folder);
  const { registry } = await makeDemoPast(again, [], { nowMs: NOW, onSite: () => undefined });
  await again.close();
  using db = openForReading(join(folder, 'setpoint.sqlite'));
  const clients = db.prepare("SELECT client_id FROM client WHERE client_name = 'Demo trader'").all();
  expect(clients).toEqual([{ client_id: registry.trader.clientId }]);
});

test('a second start finds the devices of the pool in the weather of their plan', async () => {
  const plants = plantCatalogue.filter(({ name }) => name === 'Wind park Dithmarschen');
  const seeding = await openSeeding(testFolder());
  const { registry, running } = await makeDemoPast(seeding, plants, { nowMs: NOW, onSite: () => undefined });
  const commands = new Map<string, AssetScheduleCommand[]>();
  for (const { siteId, plannedFromMs } of registry.sites) {
    const snapshot = (await seeding.snapshot(siteId, plannedFromMs)) as ScheduleSnapshot;
    commands.set(siteId, snapshot.commands as AssetScheduleCommand[]);
  }
  await seeding.close();
  const trader = {
    readSite: async (siteId: string) => ({ schedules: commands.get(siteId) }) as unknown as SiteDetails,
    setSchedules: () => Promise.reject(new Error('it has a plan')),
  };
  const again = await revivePlants(registry, { trader, plants, nowMs: NOW });
  expect([...again.running.keys()]).toEqual(['Wind park Dithmarschen']);
  const flows = (plant: Plant | undefined) => ({ at: plant?.nowMs(), ...plant?.flows() });
  expect(flows(again.running.get('Wind park Dithmarschen'))).toEqual(flows(running.get('Wind park Dithmarschen')));
});
