import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { machineFigures } from './machine-figures.ts';

const NO_PORT = { controllers: 0, open: 0, most: 0 };
const SAID_OF_NO_PORT = { mqttControllers: 0, mqttConnections: 0, mostMqttConnections: 0 };
const NONE = { dataDir: undefined, certificate: undefined, lastBackupAt: () => undefined, mqtt: () => NO_PORT };

it('says how much of its disk is left, and when the latest backup was', async () => {
  const lastBackupAt = () => Date.UTC(2030, 0, 1);
  const figures = await machineFigures({ ...NONE, dataDir: tmpdir(), lastBackupAt })();
  expect(figures.diskFreeBytes).toBeGreaterThan(0);
  expect(figures.diskBytes).toBeGreaterThanOrEqual(figures.diskFreeBytes ?? Infinity);
  expect(figures.lastBackupAt).toBe('2030-01-01T00:00:00.000Z');
});

it('says nothing where it knows nothing', async () => {
  const nothing = {
    diskFreeBytes: null,
    diskBytes: null,
    lastBackupAt: null,
    certificateEndsAt: null,
    ...SAID_OF_NO_PORT,
  };
  await expect(machineFigures(NONE)()).resolves.toEqual(nothing);
  await expect(machineFigures({ ...NONE, dataDir: '/nowhere/at/all' })()).resolves.toEqual(nothing);
});

it('says how full its MQTT ports are', async () => {
  const mqtt = () => ({ controllers: 812, open: 815, most: 32_768 });
  const figures = { mqttControllers: 812, mqttConnections: 815, mostMqttConnections: 32_768 };
  await expect(machineFigures({ ...NONE, mqtt })()).resolves.toMatchObject(figures);
});

it('says when its certificate ends', async () => {
  const now = Date.UTC(2030, 0, 1);
  const { certificateEndsAt } = await machineFigures({ ...NONE, certificate: (await makeCertificate(now)).cert })();
  expect(Date.parse(certificateEndsAt ?? '')).toBeGreaterThan(now);
});
