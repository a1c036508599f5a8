import type { PoolAvailability, PoolSignal } from '@setpoint/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { Choice } from '../shell/choice.tsx';
import { Failure } from '../shell/failure.tsx';
import { powerText } from '../words/power-text.ts';
import { lastSignal, POOLS } from './use-pools.ts';

export interface SendSignalProps {
  readonly poolId: string;
  readonly signal: PoolSignal | null;
  readonly availability: PoolAvailability | undefined;
}

const DURATIONS = [
  { id: '12', label: '12 s' },
  { id: '60', label: '1 min' },
  { id: '900', label: '15 min' },
] as const;

/** Asks the pool for power, by hand. */
export function SendSignal({ poolId, signal, availability }: SendSignalProps) {
  const { pools } = useClient();
  const queries = useQueryClient();
  const [text, setText] = useState<string>();
  const [seconds, setSeconds] = useState<string>('60');
  const send = useMutation({
    // One after the other, or the slider would outrun itself.
    scope: { id: `signal of ${poolId}` },
    mutationFn: async (kW: number) => {
      const validUntil = new Date(Date.now() + Number(seconds) * 1_000).toISOString();
      // Others may have asked since the page last looked.
      const last = await lastSignal(pools, poolId);
      return pools.putSignal(poolId, { kW, sequence: (last?.sequence ?? 0) + 1, validUntil });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [POOLS, poolId] }),
  });
  const shown = text ?? String(signal?.kW ?? 0);
  const kW = Number(shown.replace('−', '-').replace(',', '.'));
  const isNumber = shown.trim() !== '' && Number.isFinite(kW);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) send.mutate(kW);
  };
  return (
    <form className="panel" aria-label="Ask for power" onSubmit={submit}>
      <h2>Ask for power</h2>
      {availability !== undefined && (
        <PowerSlider kW={isNumber ? kW : 0} availability={availability} onMove={setText} onLetGo={send.mutate} />
      )}
      <div className="inline-form">
        <TextField className="field" value={shown} onChange={setText} isInvalid={!isNumber}>
          <Label>Power in kW; plus is import</Label>
          <Input inputMode="decimal" />
        </TextField>
        <Choice label="For" options={DURATIONS} chosen={seconds} onChosen={setSeconds} />
        <Button type="submit" className="button primary" isDisabled={!isNumber || send.isPending}>
          Send
        </Button>
      </div>
      {send.isError && <Failure what="The pool was not asked" cause={send.error} />}
      {send.isSuccess && <p role="status">{sentText(send.data)}</p>}
    </form>
  );
}

interface PowerSliderProps {
  readonly kW: number;
  readonly availability: PoolAvailability;
  readonly onMove: (text: string) => void;
  readonly onLetGo: (kW: number) => void;
}

/** From all that is booked up to all that is booked down. */
function PowerSlider({ kW, availability, onMove, onLetGo }: PowerSliderProps) {
  const [least, most] = [-Math.ceil(availability.export.bookedkW), Math.ceil(availability.import.bookedkW)];
  const isEmpty = least === most;
  return (
    <label className="field">
      <span className="field-label">
        {isEmpty
          ? 'Nothing is booked for this service now'
          : `From ${powerText(least)} (up) to ${powerText(most)} (down); it is sent when you let go`}
      </span>
      <input
        type="range"
        className="pool-slider"
        aria-valuetext={powerText(kW)}
        min={least}
        max={most}
        value={Math.min(most, Math.max(least, kW))}
        disabled={isEmpty}
        onChange={({ target }) => onMove(target.value)}
        onPointerUp={({ currentTarget }) => onLetGo(Number(currentTarget.value))}
        onKeyUp={({ key, currentTarget }) => MOVING_KEYS.test(key) && onLetGo(Number(currentTarget.value))}
      />
    </label>
  );
}

const MOVING_KEYS = /^(Arrow|Page|Home|End)/;

function sentText({ sequence, kW, orderedkW, shortfallkW }: PoolSignal): string {
  const missing = shortfallkW === 0 ? '' : `; ${powerText(Math.abs(shortfallkW))} nobody can give`;
  return `✓ Signal ${sequence}: asked for ${powerText(kW)}, ordered ${powerText(orderedkW)}${missing}`;
}
