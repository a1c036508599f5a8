import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { readConfig } from '@setpoint/server';
import { runHere } from '../../testing/run-here.ts';
import { portInUse } from './serve-command.ts';

// What a thread has in the place of an id, once it is over.
const ENDED = -1;

it('ends the threads that it has begun when the environment is wrong', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker) => void threads.push(worker);
  process.on('worker', note);
  const { code, error } = await runHere(['serve'], { SETPOINT_HTTP_PORT: 'x' });
  process.off('worker', note);
  expect([code, error]).toEqual([78, expect.stringContaining('SETPOINT_HTTP_PORT: "x" is not')]);
  expect(threads.map(({ threadId }) => threadId)).toEqual([ENDED, ENDED]);
});

const read = readConfig({});
const config = read.kind === 'config' ? read.config : undefined;

function taken(port: number): Error {
  return Object.assign(new Error(`listen EADDRINUSE: address already in use 127.0.0.1:${port}`), {
    code: 'EADDRINUSE',
    port,
  });
}

it.each([
  [8080, 'Stop that program, or set SETPOINT_HTTP_PORT to another port.'],
  [9464, 'Stop that program, or set SETPOINT_OPS_PORT to another port.'],
  [1883, 'Stop that program, or set SETPOINT_MQTT_PORT to another port, or to off.'],
  [4000, 'Stop that program.'],
])('port %i that is in use is named with its setting', (port, way) => {
  const found = config === undefined ? undefined : portInUse(taken(port), config);
  expect(found?.message).toBe(
    `The service was not started: Port ${port} is in use by another program, or by another setpoint (EADDRINUSE). ${way}`,
  );
});

it('any other failure is not explained by it', () => {
  expect(config === undefined ? 1 : portInUse(new Error('no'), config)).toBeUndefined();
});
