import { expect, test } from 'vitest';
import { mqttHostsOf, withMqttPorts } from './mqtt-hosts-of.ts';

const PUBLIC_URL = 'https://setpoint.example.com/there';
const tls = { cert: '', key: '' };
const at = (host: string, port: number) => ({ host, port });

test.each([
  ['127.0.0.1', '127.0.0.1:1883'],
  ['::1', '[::1]:1883'],
  ['0.0.0.0', 'setpoint.example.com:1883'],
  ['::', 'setpoint.example.com:1883'],
])('what listens at %s is found at %s', (host, found) => {
  expect(mqttHostsOf({ mqtt: at(host, 1883), mqtts: undefined, tls }, PUBLIC_URL)).toEqual({ plain: found });
});

test('the encrypted port is found at the public name, once there is a certificate', () => {
  const config = { mqtt: undefined, mqtts: at('10.0.0.7', 8883) };
  expect(mqttHostsOf({ ...config, tls }, PUBLIC_URL)).toEqual({ encrypted: 'setpoint.example.com:8883' });
  expect(mqttHostsOf({ ...config, tls: undefined }, PUBLIC_URL)).toEqual({});
});

test('any port becomes one that is known; what is off stays off', async () => {
  const { mqtt, mqtts } = await withMqttPorts({ mqtt: at('127.0.0.1', 0), mqtts: undefined }, tls);
  expect([mqtt, mqtts]).toEqual([at('127.0.0.1', expect.any(Number) as number), undefined]);
  expect(mqtt?.port).toBeGreaterThan(0);
});
