import { findPair } from '@setpoint/contract';
import { parseInstant } from '@setpoint/core';
import { type Static, Type } from 'typebox';
import { type Checked, checkerOf } from '../config/checker-of.ts';
import type { Fault } from '../plant/fault.ts';
import { type AskedFault, FAULT_KINDS, type InterfaceFault } from './fault-kinds.ts';

/** What goes wrong, and when, as a file says. */
export interface Faults {
  /** Without a site, it is a fault of all. */
  readonly ofSites: readonly { readonly site: string | undefined; readonly fault: Fault }[];
  readonly ofInterface: readonly (InterfaceFault & Span)[];
}

interface Span {
  readonly atMs: number;
  readonly forMs: number;
}

export const NO_FAULTS: Faults = { ofSites: [], ofInterface: [] };

const FaultFile = Type.Object(
  {
    faults: Type.Array(
      Type.Object({
        kind: Type.Enum(Object.keys(FAULT_KINDS) as (keyof typeof FAULT_KINDS)[]),
        site: Type.Optional(Type.String()),
        startAt: Type.Optional(Type.String()),
        endAt: Type.Optional(Type.String()),
      }),
      { maxItems: 1_000 },
    ),
  },
  { additionalProperties: false },
);
type Entry = Static<typeof FaultFile>['faults'][number];
const checkFile = checkerOf(FaultFile);

/** Reads a file of faults; it lists all its problems, each with its place. */
export function parseFaults(text: string, sites: readonly string[]): Checked<Faults> {
  const document = parseJsonWithLine(text);
  if (document.kind === 'invalid') return document;
  const file = checkFile(document.value);
  if (file.kind === 'invalid') return file;
  const ofSites: Faults['ofSites'][number][] = [];
  const ofInterface: Faults['ofInterface'][number][] = [];
  const problems = file.value.faults.flatMap((entry, index): readonly string[] => {
    const place = `faults.${index}`;
    const asked = FAULT_KINDS[entry.kind](entry, place);
    if (asked.kind === 'invalid') return asked.problems;
    const { of, fault } = asked.value;
    const span = spanOf(entry);
    if (of === 'site') ofSites.push({ site: entry.site, fault: { ...fault, ...span } });
    else ofInterface.push({ ...fault, ...span });
    return problemsOf(entry, asked.value, sites).map((problem) => `${place}.${problem}`);
  });
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'valid', value: { ofSites, ofInterface } };
}

function problemsOf(entry: Entry, { fault }: AskedFault, sites: readonly string[]): string[] {
  const { site, startAt, endAt } = entry;
  const { atMs, forMs } = spanOf(entry);
  const isPairUnknown = fault.kind === 'reject_pair' && findPair(`${fault.asset}/${fault.type}`) === undefined;
  return [
    ...(site === undefined || sites.includes(site) ? [] : [`site: there is no site ${site}`]),
    ...(isPairUnknown ? [`type: ${fault.asset} has no ${fault.type}`] : []),
    ...instantProblems('startAt', startAt),
    ...instantProblems('endAt', endAt),
    ...(atMs + forMs <= atMs ? ['endAt: must be after startAt'] : []),
  ];
}

function instantProblems(name: string, text: string | undefined): string[] {
  return text === undefined || parseInstant(text) !== undefined
    ? []
    : [`${name}: must be an instant, as 2030-01-01T10:00:00Z`];
}

// Left out, it lasts for as long as it stands in the file.
function spanOf({ startAt, endAt }: Pick<Entry, 'startAt' | 'endAt'>): Span {
  const atMs = startAt === undefined ? 0 : (parseInstant(startAt) ?? 0);
  const endMs = endAt === undefined ? undefined : parseInstant(endAt);
  return { atMs, forMs: (endMs ?? Number.MAX_SAFE_INTEGER) - atMs };
}

/** Parses a file; of one that is no JSON it says in which line. */
function parseJsonWithLine(text: string): Checked<unknown> {
  try {
    return { kind: 'valid', value: JSON.parse(text) };
  } catch (cause) {
    const line = text.slice(0, placeOfFault(text)).split('\n').length;
    return { kind: 'invalid', problems: [`line ${line}: is no JSON: ${messageOf(cause)}`] };
  }
}

/** The length of the shortest beginning that is wrong, and not merely cut short: Node tells the place of some faults only. */
function placeOfFault(text: string): number {
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isWrong(text.slice(0, middle))) wrong = middle;
    else right = middle;
  }
  return wrong;
}

function isWrong(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (cause) {
    const message = messageOf(cause);
    const [, place] = / at position (\d+)/.exec(message) ?? [];
    return place === undefined ? !message.includes('end of JSON') : Number(place) < beginning.length;
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause);
}
