import { type RefObject, useRef, useState } from 'react';
import { Button, Checkbox, FileTrigger, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { LIMITS } from '@setpoint/contract';
import { Choice } from '../../shell/choice.tsx';
import { namesItsPairs, type TableDraft } from './csv-request.ts';
import { fittingResolution, RESOLUTIONS, valuesOfDay } from './fitting-resolution.ts';
import { PairSelect } from '../pair-select.tsx';

export interface DayFormProps {
  readonly draft: TableDraft;
  readonly timeZone: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onDraft: (draft: TableDraft) => void;
}

const KINDS = [
  { id: 'day', label: 'Values of one day' },
  { id: 'entries', label: 'Entries with their times' },
] as const;
const NO_MARKS: ReadonlyMap<string, string> = new Map();

/** What is set, when, and from which table. */
export function DayForm({ draft, timeZone, field, onDraft }: DayFormProps) {
  const { kind, day, resolution, pair, text, dropEnded } = draft;
  const change = (changed: Partial<TableDraft>) => onDraft({ ...draft, ...changed });
  return (
    <>
      <Choice
        label="Format"
        options={KINDS}
        chosen={kind}
        onChosen={(id) => change({ kind: id === 'entries' ? 'entries' : 'day' })}
      />
      <div className="editor-tools">
        {kind === 'day' && (
          <>
            <TextField className="field" type="date" value={day} onChange={(to) => change({ day: to })}>
              <Label>Day ({timeZone})</Label>
              <Input />
            </TextField>
            <Choice
              label="Resolution"
              options={RESOLUTIONS.map(({ minutes, label }) => ({ id: String(minutes), label }))}
              chosen={String(resolution)}
              onChosen={(id) => change({ resolution: Number(id) })}
            />
          </>
        )}
        {namesItsPairs(text) ? (
          <p className="field-hint">The table names its commands.</p>
        ) : (
          <PairSelect pair={pair} marks={NO_MARKS} onPair={(to) => change({ pair: to })} />
        )}
      </div>
      <TextField className="field" value={text} onChange={(to) => change({ text: to })}>
        <Label>Table</Label>
        <TextArea ref={field} rows={10} spellCheck="false" />
        <Text slot="description">{hintOf(draft, timeZone)}</Text>
      </TextField>
      <FittingResolution draft={draft} timeZone={timeZone} onResolution={(to) => change({ resolution: to })} />
      <div className="line">
        <FileButton onText={(to) => change({ text: to })} />
        <Checkbox className="check" isSelected={dropEnded} onChange={(to) => change({ dropEnded: to })}>
          <span className="check-box" aria-hidden="true" />
          Drop entries of this command that ended before
        </Checkbox>
      </div>
    </>
  );
}

interface FittingResolutionProps {
  readonly draft: TableDraft;
  readonly timeZone: string;
  readonly onResolution: (minutes: number) => void;
}

function FittingResolution({ draft, timeZone, onResolution }: FittingResolutionProps) {
  const status = useRef<HTMLDivElement>(null);
  const [used, setUsed] = useState<number>();
  const fitting = fittingResolution(draft, timeZone);
  const use = (minutes: number) => {
    onResolution(minutes);
    setUsed(minutes);
    // The button goes away.
    status.current?.focus();
  };
  const { one } = RESOLUTIONS.find(({ minutes }) => minutes === fitting?.resolution) ?? {};
  return (
    <div role="status" ref={status} tabIndex={-1}>
      {used === draft.resolution && draft.text !== '' && <p className="muted">✓ Read as {labelOf(used)}</p>}
      {fitting !== undefined && one !== undefined && (
        <p className="line">
          {`These are ${fitting.count} values, one for each ${one}.`}
          <Button className="button small" onPress={() => use(fitting.resolution)}>
            {`Use ${labelOf(fitting.resolution)}`}
          </Button>
        </p>
      )}
    </div>
  );
}

function labelOf(resolution: number): string {
  return RESOLUTIONS.find(({ minutes }) => minutes === resolution)?.label.toLowerCase() ?? '';
}

function hintOf({ kind, day, resolution }: TableDraft, timeZone: string): string {
  if (kind === 'entries')
    return 'Paste or choose a CSV file with the columns startAt, endAt and value, as in 2030-01-31T14:15:00+01:00. It replaces what is set from its first start to its last end.';
  const count = valuesOfDay(day, resolution, timeZone);
  if (count === undefined) return 'Choose a day.';
  return `Paste a column of ${count} values, or choose a CSV file. An empty line leaves a gap. All of the day is replaced.`;
}

function FileButton({ onText }: { readonly onText: (text: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > LIMITS.maxBodyBytes) return setProblem(`${file.name} is too large`);
    try {
      onText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
      setProblem(undefined);
    } catch {
      setProblem(`${file.name} is not UTF-8; save it as CSV UTF-8`);
    }
  };
  return (
    <>
      <FileTrigger acceptedFileTypes={['.csv', '.txt', '.tsv', 'text/csv']} onSelect={(files) => void read(files?.[0])}>
        <Button className="button">Choose a file…</Button>
      </FileTrigger>
      {problem !== undefined && (
        <p className="line problem" role="alert">
          ⚠ {problem}
        </p>
      )}
    </>
  );
}
