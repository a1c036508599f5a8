import { DaySeries, LIMITS, StepSeries } from '@setpoint/contract';
import { type Expanded, expandDay, expandSteps, type Problem } from '@setpoint/core';
import { shapeOf } from '../wire/value-or-throw.ts';

const shapeOfSteps = shapeOf(StepSeries);
const shapeOfDay = shapeOf(DaySeries);

type SeriesWindow = Extract<Expanded, { kind: 'entries' }>['window'];

export interface ExpandedBody {
  /** With entries in the place of each series. */
  readonly body: unknown;
  readonly problems: readonly Problem[];
  /** From when until when each series is; of one that is refused, nothing. */
  readonly windows: readonly SeriesWindow[];
}

/** Writes the entries of values that a batch of the fleet interface holds in another form; what is no batch stays. */
export function expandBody(body: unknown, zoneOfSite: string | undefined): ExpandedBody {
  if (!isObject(body) || !Array.isArray(body['schedules'])) return { body, problems: [], windows: [] };
  if (body['schedules'].length > LIMITS.maxCommands)
    return { body: tooMany(body, body['schedules']), problems: [], windows: [] };
  const problems: Problem[] = [];
  const isNamedAgain = namedBefore();
  const windows: SeriesWindow[] = [];
  const schedules = body['schedules'].map((command: unknown, index) => {
    if (!isObject(command) || !isObject(command['entries'])) return command;
    // Refused for that alone, and nobody reads its entries.
    if (isNamedAgain(command)) return { ...command, entries: [] };
    const expanded = expandEntries(command['entries'], zoneOfSite);
    if (expanded.kind === 'entries') {
      windows.push(expanded.window);
      return { ...command, entries: expanded.entries };
    }
    const place = `schedules[${index}].entries${expanded.field === '' ? '' : `.${expanded.field}`}`;
    problems.push({ rule: 'series', place, text: expanded.text });
    return { ...command, entries: [] };
  });
  return { body: { ...body, schedules }, problems, windows };
}

// As many as are refused for their number, and none of them written out.
function tooMany(body: object, commands: readonly unknown[]): unknown {
  const some = commands.slice(0, LIMITS.maxCommands + 1).map((command) => {
    return isObject(command) && isObject(command['entries']) ? { ...command, entries: [] } : command;
  });
  return { ...body, schedules: some };
}

function namedBefore(): (command: Readonly<Record<string, unknown>>) => boolean {
  const seen = new Set<string>();
  return ({ asset, type }) => {
    const before = seen.size;
    seen.add(`${String(asset)}/${String(type)}`);
    return seen.size === before;
  };
}

function expandEntries(series: object, zoneOfSite: string | undefined): Expanded {
  const isDay = 'day' in series;
  const shape = isDay ? shapeOfDay(series) : shapeOfSteps(series);
  if (shape.kind === 'invalid') {
    const { place, text } = shape.firstFault;
    return { kind: 'refused', field: place === 'body' ? '' : place, text };
  }
  const { length } = shape.value.values;
  // More are not written out: a short text may hold many values.
  if (length > LIMITS.maxEntries)
    return { kind: 'refused', field: 'values', text: `${length} values; at most ${LIMITS.maxEntries} are accepted` };
  return isDay ? expandDay(shape.value as DaySeries, zoneOfSite) : expandSteps(shape.value as StepSeries);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
