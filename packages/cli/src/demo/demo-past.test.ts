import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantCatalogue } from '@setpoint/controller';
import { openSeeding } from '@setpoint/server/seeding';
import { openForReading } from '@setpoint/server/testing/rooms/store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDemoPast } from './demo-past.ts';

const NOW = Date.UTC(2030, 0, 1, 10, 7);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setpoint-demo-past-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a start that was cut short leaves no second trader', async () => {
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
