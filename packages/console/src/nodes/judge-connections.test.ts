import { expect, it } from 'vitest';
import { judgeConnections } from './judge-connections.ts';

it('MQTT ports fill up from 70 % on, and are nearly full beyond 90 %', () => {
  expect(judgeConnections(815, 32_768)).toEqual({ isBad: false, hint: '✓ room for more: 815 of 32,768 connections' });
  expect(judgeConnections(701, 1_000)).toEqual({ isBad: false, hint: '! filling up: 701 of 1,000 connections' });
  expect(judgeConnections(901, 1_000)).toEqual({ isBad: true, hint: '✕ nearly full: 901 of 1,000 connections' });
});
