import { numberProblem, readNumber } from '@setpoint/contract';
import { InvalidArgumentError } from 'commander';

export interface NumberBounds {
  readonly least?: number;
  readonly most?: number;
  /** For a number that must be greater. */
  readonly above?: number;
  readonly isWhole?: boolean;
  /** Named in errors, and it may stand behind the number. */
  readonly unit?: string;
}

/** Reads a number that a person typed, within bounds. */
export function numberOption(bounds: NumberBounds = {}): (text: string) => number {
  const { least = -Infinity, most = Infinity, above = -Infinity, isWhole = false, unit } = bounds;
  const reading = unit === undefined ? {} : { unit };
  return (text) => {
    const read = readNumber(text, reading);
    if (read.kind === 'ambiguous') throw new InvalidArgumentError(`It ${numberProblem(text, reading) ?? ''}.`);
    const isFine = read.kind === 'number' && read.value >= least && read.value <= most && read.value > above;
    if (isFine && (!isWhole || Number.isInteger(read.value))) return read.value;
    throw new InvalidArgumentError(`It must be ${wanted(bounds)}.`);
  };
}

function wanted({ least, most, above, isWhole, unit }: NumberBounds): string {
  const kind = `${isWhole === true ? 'a whole number' : 'a number'}${unit === undefined ? '' : ` of ${unit}`}`;
  if (above !== undefined) return `${kind} above ${above}`;
  if (least === undefined) return kind;
  return most === undefined ? `${kind} from ${least}` : `${kind} from ${least} to ${most}`;
}
