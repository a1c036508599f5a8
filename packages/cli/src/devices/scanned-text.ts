import type { FoundUnit, FoundUse, ScannedHost } from '@setpoint/controller';
import { tableText } from '../text/table-text.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** What was found, and lines for the controller's file. */
export function scannedText({ units, others, sameSerials }: ScannedHost, place: Place): string {
  return [
    ...units.map(unitText),
    // A unit that nobody has says nothing.
    ...others.filter(({ reason }) => !isAbsence(reason)).map(({ unitId, reason }) => `unit ${unitId}: ${reason}`),
    ...sameSerials.map(
      ({ serial, unitIds }) =>
        `Units ${unitIds.join(', ')} have one serial number, ${serial}: they may be one device, which is then listed only once.`,
    ),
    "For the controller's file:",
    units.flatMap((unit) => unit.uses.map((use) => `  ${JSON.stringify(lineFor(unit, use, place))}`)).join(',\n'),
    ...boundsText(units),
  ].join('\n\n');
}

function isAbsence(reason: string): boolean {
  return /no answer|was silent|exception 1[01]\b/.test(reason);
}

function unitText({ unitId, maker, model, serial, modelIds, uses }: FoundUnit): string {
  const name = [maker, model].filter((text) => text !== '').join(' ') || 'a device that does not say its name';
  const head = `unit ${unitId}: ${name}${serial === '' ? '' : `, serial number ${serial}`} (models ${modelIds.join(', ')})`;
  if (uses.length === 0) return `${head}\n  none of its models can be used`;
  const rows = uses.map((use) => [`  ${use.kind}`, measuredText(use), controlText(use)]);
  return `${head}\n${tableText(['  KIND', 'MEASURES', 'CONTROL'], rows)}`;
}

function measuredText({ reading }: FoundUse): string {
  const { powerKw, gridHz, soc, ratings } = reading;
  const isRated = ratings !== undefined && ratings.upperKw > ratings.lowerKw;
  const parts = [
    powerKw === undefined
      ? undefined
      : `${round(powerKw)} kW${isRated ? ` of ${round(ratings.lowerKw)} to ${round(ratings.upperKw)}` : ''}`,
    gridHz === undefined ? undefined : `${round(gridHz)} Hz`,
    soc === undefined ? undefined : `${round(soc)} %`,
  ];
  return parts.filter((part) => part !== undefined).join(', ') || 'nothing';
}

function controlText({ kind, control, problem }: FoundUse): string {
  if (kind === 'grid') return 'none: a meter; compare its sign with what the site does (positiveIs)';
  const way = control === undefined ? 'none' : `by ${control.through}`;
  const timer = control === undefined || control.hasTimer ? [] : ['shows no timer: see allowWithoutReversion'];
  return [way, ...timer, ...(problem === undefined ? [] : [problem])].join('; ');
}

function lineFor({ unitId }: FoundUnit, { kind }: FoundUse, { host, port }: Place): object {
  return { uid: uidOf(unitId, kind), name: `${kind} ${unitId}`, kind, host, ...(port === 502 ? {} : { port }), unitId };
}

function uidOf(unitId: number, kind: string): string {
  return `${kind}-${unitId}`;
}

/** What no device says and people have to add; without it, the controller does not start, or does not use the device. */
function boundsText(units: readonly FoundUnit[]): string[] {
  const unbounded = units.flatMap(({ unitId, uses }) =>
    uses
      .filter(({ kind, reading }) => kind === 'grid' || reading.ratings === undefined)
      .map(({ kind }) => `${uidOf(unitId, kind)} (${kind === 'solar' ? 'upperKw' : 'upperKw and lowerKw'})`),
  );
  if (unbounded.length === 0) return [];
  return [`Add what these can do, in kW, with a negative lowerKw: ${unbounded.join(', ')}.`];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
