import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import { instantText } from '../batch/problem.ts';
import { seriesOf } from '../time/series.ts';

export interface SnapshotHead {
  readonly revision: string;
  readonly issuedAt: number;
  readonly holdSeconds: number | null;
}

/** What a controller is to know of a site's schedule, of the stored texts: every command that has not ended, whole. */
export function snapshotText(texts: ReadonlyMap<PairName, string>, head: SnapshotHead): string {
  const issuedAt = instantText(head.issuedAt);
  const open: string[] = [];
  for (const { asset, type } of CATALOGUE) {
    const text = texts.get(pairName(asset, type));
    const command = text === undefined ? undefined : inUtc(text);
    if (command !== undefined && endOf(command) > issuedAt) open.push(command);
  }
  const { revision, holdSeconds } = head;
  const start = JSON.stringify({ revision, issuedAt, holdSeconds }).slice(0, -1);
  return `${start},"commands":[${open.join(',')}]}`;
}

const INSTANT = String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`;
const ENTRY = String.raw`\{"startAt":${INSTANT},"endAt":${INSTANT},"value":[^"}]+\}`;
const UTC_ENTRIES = new RegExp(String.raw`^\{"asset":"\w+","type":"\w+","entries":\[(?:${ENTRY},?)+\]\}$`);

// Measured: to read a command of 96 entries and write it again takes 20 times as long as to see that it can stay.
/** The same command with its instants in UTC and milliseconds, which is how most are set. */
function inUtc(text: string): string {
  if (UTC_ENTRIES.test(text)) return text;
  const { asset, type } = JSON.parse(text) as { readonly asset: string; readonly type: string };
  const entries = seriesOf(text).map(({ startMs, endMs, value }) => {
    return { startAt: instantText(startMs), endAt: instantText(endMs), value };
  });
  return JSON.stringify({ asset, type, entries });
}

const END = '"endAt":"';
const INSTANT_LENGTH = 24;

/** When the last entry ends: instants in one form sort as their texts do. */
function endOf(command: string): string {
  const at = command.lastIndexOf(END);
  return at < 0 ? '' : command.slice(at + END.length, at + END.length + INSTANT_LENGTH);
}
