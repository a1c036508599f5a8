import { type AssetScheduleCommand, findPair, namesOfPair, pairName } from '@setpoint/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Booking, withAdded } from './booking.ts';
import { type DraftRow, readRows, rewriteRows, rowsOf } from './grid/read-rows.ts';

/** What is being edited on a site: it survives a reload, and a restart of the service. */
export interface Draft {
  /** The version that editing started from. */
  readonly baseVersion: number;
  readonly timeZone: string;
  readonly pair: string;
  /** The pairs that were edited. */
  readonly rowsByPair: Readonly<Record<string, readonly DraftRow[]>>;
}

export interface DraftEditing {
  readonly draft: Draft;
  readonly rows: readonly DraftRow[];
  readonly isTouched: boolean;
  readonly setRows: (rows: readonly DraftRow[]) => void;
  readonly choosePair: (pair: string) => void;
  readonly chooseZone: (timeZone: string) => void;
  /** Continues from another version, keeping what was typed. */
  readonly rebase: (version: number) => void;
  /** Deletes what was typed for one pair, or for all. */
  readonly discard: (version: number, pair?: string) => void;
}

export interface DraftStart {
  readonly siteId: string;
  readonly schedules: readonly AssetScheduleCommand[];
  readonly version: number;
  readonly timeZone: string;
  readonly pair: string;
  /** What to fill in, in the place of what was typed for its command. */
  readonly booking: Booking | undefined;
}

export function useDraft({ siteId, schedules, version, timeZone, pair, booking }: DraftStart): DraftEditing {
  const key = `setpoint-draft-${siteId}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const begun = storedDraft(key) ?? { baseVersion: version, timeZone, pair, rowsByPair: {} };
    return booking === undefined ? begun : booked(begun, schedules, booking);
  });
  const isTouched = Object.keys(draft.rowsByPair).length > 0;
  useEffect(() => {
    if (isTouched) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  }, [key, draft, isTouched]);
  // Before anything is edited, the draft follows the schedule.
  const baseVersion = isTouched ? draft.baseVersion : version;
  const set = useMemo(() => schedules.find((command) => pairName(command) === draft.pair), [schedules, draft.pair]);
  const untouchedRows = useMemo(() => (set === undefined ? [] : rowsOf(set, draft.timeZone)), [set, draft.timeZone]);
  const setRows = useCallback(
    (rows: readonly DraftRow[]) =>
      setDraft((was) => ({ ...was, baseVersion, rowsByPair: { ...was.rowsByPair, [was.pair]: rows } })),
    [baseVersion],
  );
  return {
    draft: { ...draft, baseVersion },
    rows: draft.rowsByPair[draft.pair] ?? untouchedRows,
    isTouched,
    setRows,
    choosePair: useCallback((chosen) => setDraft((was) => ({ ...was, pair: chosen })), []),
    chooseZone: useCallback((zone) => setDraft((was) => inZone(was, zone)), []),
    rebase: useCallback((to) => setDraft((was) => ({ ...was, baseVersion: to })), []),
    discard: useCallback((to, one) => setDraft((was) => without(was, to, one)), []),
  };
}

function booked(draft: Draft, schedules: readonly AssetScheduleCommand[], booking: Booking): Draft {
  const { pair, addKw } = booking;
  if (addKw === undefined) return { ...draft, pair };
  const standing = schedules.find((command) => pairName(command) === pair)?.entries ?? [];
  const rows = rowsOf({ entries: withAdded(standing, booking) }, draft.timeZone);
  return { ...draft, pair, rowsByPair: { ...draft.rowsByPair, [pair]: rows } };
}

/** The commands that a draft would set, one for each pair that was edited. */
export function commandsOf({ rowsByPair, timeZone }: Draft): AssetScheduleCommand[] {
  return Object.entries(rowsByPair).flatMap(([name, rows]) => {
    const found = findPair(name);
    return found === undefined ? [] : [{ ...namesOfPair(found.pair), entries: [...readRows(rows, timeZone).entries] }];
  });
}

function inZone(draft: Draft, timeZone: string): Draft {
  const rewritten = Object.entries(draft.rowsByPair).map(([pair, rows]) => [
    pair,
    rewriteRows(rows, draft.timeZone, timeZone),
  ]);
  return { ...draft, timeZone, rowsByPair: Object.fromEntries(rewritten) as Draft['rowsByPair'] };
}

function without(draft: Draft, baseVersion: number, pair: string | undefined): Draft {
  const kept = Object.entries(draft.rowsByPair).filter(([name]) => pair !== undefined && name !== pair);
  return { ...draft, baseVersion, rowsByPair: Object.fromEntries(kept) };
}

function storedDraft(key: string): Draft | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Draft);
}
