import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import type { Series } from '../src/time/series.ts';

const MIDNIGHT = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;

/**
 * Reads drawn commands, one a line: `grid activePowerkW | 00-04 100, 04:15-08 -50`.
 * Times are hours of 1 January 2030, UTC.
 */
export function drawCommands(picture: string): Map<PairName, Series> {
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  return new Map(lines.map((line) => drawCommand(line)));
}

function drawCommand(line: string): [PairName, Series] {
  const [name = '', drawn = ''] = line.split('|');
  const row = CATALOGUE.find(({ asset, type }) => `${asset} ${type}` === name.trim());
  if (row === undefined) throw new Error(`no command is called ${name.trim()}`);
  const entries = drawn.split(',').filter((entry) => entry.trim() !== '');
  return [pairName(row), entries.map((entry) => drawInterval(entry.trim()))];
}

function drawInterval(drawn: string) {
  const [range = '', value = ''] = drawn.split(' ');
  const [start = '', end = ''] = range.split('-');
  return { startMs: clock(start), endMs: clock(end), value: Number(value) };
}

/** The instant of a drawn time: `04` or `04:15`. */
export function clock(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return MIDNIGHT + (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

/** The drawn time of an instant. */
export function clockText(instantMs: number): string {
  const minutes = Math.floor((instantMs - MIDNIGHT) / MINUTE);
  const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return text.endsWith(':00') ? text.slice(0, 2) : text;
}
