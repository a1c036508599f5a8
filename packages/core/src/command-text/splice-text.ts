import type { Window } from '../time/sweep.ts';
import { BEFORE_END, BEFORE_START, type CommandText } from './command-text.ts';
import { countEntries } from './count-entries.ts';
import { findEndingAfter } from './entry-ending-after.ts';

/** A window in which a pair gets other entries, with its ends as they were written. */
export interface SpliceWindow extends Window {
  readonly from: string;
  readonly to: string;
}

export interface Splicing {
  readonly window: SpliceWindow;
  /** The entries for the window; null for none. */
  readonly come: CommandText | null;
  /** Drops what has ended by then outside of the window. */
  readonly dropEndedBy?: number | undefined;
}

/** Entries of the earlier text, from one up to but not including another. */
type Range = readonly [start: number, end: number];

export interface SplicedText {
  /** null if nothing is left of the pair. */
  readonly text: CommandText | null;
  /** What was put into the window. */
  readonly come: CommandText | null;
  /** How many entries it has. */
  readonly count: number;
  /** How many were dropped outside of the window because they had ended. */
  readonly dropped: number;
  /** The entries that stand before the window and after it, the cut ones too. */
  readonly before: Range;
  readonly after: Range;
  /** The entries that the window took, as a command of its own; the first of them is that of this number. */
  readonly gone: CommandText | null;
  readonly goneFrom: number;
}

const AFTER_ENTRIES = ']}';

//  earlier   |--a--|--b--|----c----|--d--|--e--|     The entries of the earlier text are not parsed: those
//  window                   [           )            outside of the window stay byte by byte as they are, and
//  come                     |-x-|  |-y-|             the two at its edges get another end or another start.
//  spliced   |--a--|--b--|-c|-x-|  |-y-||d|--e--|
/** Replaces what lies in a window by other entries, and keeps the rest. */
export function spliceText(earlier: CommandText | undefined, splicing: Splicing): SplicedText {
  const { come } = splicing;
  const comes = come === null ? '' : entriesOf(come);
  const arriving = countEntries(comes);
  if (earlier === undefined) return { ...NOTHING_BEFORE, text: come, come, count: arriving };
  const first = earlier.indexOf(BEFORE_START);
  const end = earlier.length - AFTER_ENTRIES.length;
  const { start, stop, ended, cutBefore, cutAfter, goesCut } = placesOf(earlier, splicing);
  const keptFrom = Math.min(ended, start);
  const afterFrom = Math.max(ended, stop);
  const wholeFrom = cutAfter === '' ? afterFrom : nextEntry(earlier, stop);
  const pieces = [between(earlier, keptFrom, start), cutBefore, comes, cutAfter, between(earlier, wholeFrom, end)];
  const text = pieces.filter((piece) => piece !== '').join(',');
  const numberOf = (place: number) => countEntries(earlier.slice(first, place));
  const before: Range = [numberOf(keptFrom), numberOf(start) + (cutBefore === '' ? 0 : 1)];
  const after: Range = [numberOf(afterFrom), numberOf(end)];
  return {
    text: text === '' ? null : [earlier.slice(0, first), text, AFTER_ENTRIES].join(''),
    come,
    count: before[1] - before[0] + arriving + after[1] - after[0],
    dropped: before[0] + goesCut + after[0] - numberOf(stop),
    before,
    after,
    gone: commandOf(earlier, start, stop),
    goneFrom: numberOf(start),
  };
}

interface Places {
  /** Of the first entry that ends after the window begins, of that which ends after it ends, and of the first to keep. */
  readonly start: number;
  readonly stop: number;
  readonly ended: number;
  /** What is left of an entry before the window and after it; empty for none. */
  readonly cutBefore: string;
  readonly cutAfter: string;
  /** 1 if what is left of one before the window has ended. */
  readonly goesCut: 0 | 1;
}

function placesOf(earlier: CommandText, { window, dropEndedBy = Number.NEGATIVE_INFINITY }: Splicing): Places {
  const edgeAt = (at: number) => {
    const { place, span } = findEndingAfter(earlier, at) ?? {
      place: earlier.length - AFTER_ENTRIES.length,
      span: null,
    };
    return { place, isCut: span !== null && span.startMs < at };
  };
  const [start, stop, ended] = [edgeAt(window.fromMs), edgeAt(window.toMs), edgeAt(dropEndedBy)];
  const isOver = window.fromMs <= dropEndedBy;
  const isCutAfter = stop.isCut && ended.place <= stop.place;
  return {
    start: start.place,
    stop: stop.place,
    ended: ended.place,
    cutBefore: start.isCut && !isOver ? endingAt(entryAt(earlier, start.place), window.from) : '',
    cutAfter: isCutAfter ? startingAt(entryAt(earlier, stop.place), window.to) : '',
    goesCut: start.isCut && isOver ? 1 : 0,
  };
}

const NOTHING_BEFORE = { dropped: 0, before: [0, 0], after: [0, 0], gone: null, goneFrom: 0 } as const;

function entriesOf(text: CommandText): string {
  return text.slice(text.indexOf(BEFORE_START), -AFTER_ENTRIES.length);
}

/** The entries from one place up to another, without the comma behind them. */
function between(text: CommandText, from: number, to: number): string {
  const entries = text.slice(from, to);
  return entries.endsWith(',') ? entries.slice(0, -1) : entries;
}

function commandOf(text: CommandText, from: number, to: number): CommandText | null {
  const entries = between(text, from, to);
  return entries === '' ? null : [text.slice(0, text.indexOf(BEFORE_START)), entries, AFTER_ENTRIES].join('');
}

function entryAt(text: CommandText, place: number): string {
  return text.slice(place, text.indexOf('}', place) + 1);
}

function nextEntry(text: CommandText, place: number): number {
  const next = text.indexOf(BEFORE_START, place + 1);
  return next === -1 ? text.length - AFTER_ENTRIES.length : next;
}

function endingAt(entry: string, instant: string): string {
  const begin = entry.indexOf(BEFORE_END) + BEFORE_END.length;
  return entry.slice(0, begin) + instant + entry.slice(entry.indexOf('"', begin));
}

function startingAt(entry: string, instant: string): string {
  return BEFORE_START + instant + entry.slice(entry.indexOf(BEFORE_END));
}
