import {
  numberProblem,
  plainNumber,
  type PoolAvailability,
  type PoolSignal,
  type PoolStatus,
  readNumber,
} from '@setpoint/contract';
import { type FocusEvent, type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, FieldError, Input, Label, TextField } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { Choice } from '../shell/choice.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { type Try, useAct } from '../shell/use-act.ts';
import { useNow } from '../shell/use-now.ts';
import { gridPowerText, powerText } from '../words/power-text.ts';
import { ConfirmSignal } from './confirm-signal.tsx';
import { inForce } from './in-force.ts';
import { missingText } from './missing-text.ts';
import { endOf, type Proposal, settingToZero, takingBack } from './proposal.ts';
import { Seat, useIsOwnActor, useIsTaken } from './seat.tsx';
import { POOLS } from './use-pools.ts';

export interface SendSignalProps {
  readonly pool: PoolStatus;
  readonly signal: PoolSignal | null;
  readonly availability: PoolAvailability | undefined;
  /** What stands beside the way to send: the stop. */
  readonly children: ReactNode;
}

/** The id of the heading, which can be gone to. */
export const ASK_HEADING = 'pool-ask';
const DURATIONS = [
  { id: '12', label: '12 s' },
  { id: '60', label: '1 min' },
  { id: '900', label: '15 min' },
] as const;
const SECOND_MS = 1_000;
const ASK_AGAIN = 'See above what it is asked for now, before you ask again.';
const READING = { unit: 'kW' } as const;

/** Asks the pool for power, by hand: a figure is composed, shown as what will happen, and then sent by a second act. */
export function SendSignal({ pool, signal, availability, children }: SendSignalProps) {
  const current = inForce(signal, useNow());
  const isTaken = useIsTaken(pool.seat);
  const send = useSignalSending(pool.poolId);
  const heading = useFocusWhile(send.isPending);
  const power = usePowerText(current?.kW ?? 0);
  const [seconds, setSeconds] = useState<string>('60');
  const [proposal, setProposal] = useState<Proposal>();
  const read = readNumber(power.text, READING);
  const review = (event: FormEvent) => {
    event.preventDefault();
    if (read.kind === 'number') setProposal({ kW: read.value, ends: { afterMs: Number(seconds) * SECOND_MS } });
  };
  return (
    <form className="panel" aria-label="Ask for power" onSubmit={review}>
      <h2 id={ASK_HEADING} ref={heading} tabIndex={-1}>
        Ask for power
      </h2>
      <Seat pool={pool} />
      {availability !== undefined && (
        <PowerSlider kW={read.kind === 'number' ? read.value : 0} availability={availability} onMove={power.setText} />
      )}
      <PowerField {...power} />
      <Choice label="For" options={DURATIONS} chosen={seconds} onChosen={setSeconds} />
      <Actions {...{ current, isTaken }} isReady={read.kind === 'number' && !send.isPending} onTake={setProposal}>
        {children}
      </Actions>
      {proposal !== undefined && (
        <ConfirmSignal
          {...{ pool, proposal, current, availability }}
          onClose={() => setProposal(undefined)}
          onConfirm={() => send.mutate(proposal, { onSuccess: ({ signal: { kW } }) => power.settle(kW) })}
        />
      )}
      <Outcome of={[send]} done="the pool was asked" advice={ASK_AGAIN} />
      {send.data !== undefined && <p role="status">{sentText(send.data)}</p>}
    </form>
  );
}

/** The button that was pressed takes no focus while a signal is sent, or goes away. */
function useFocusWhile(isPending: boolean) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isPending) ref.current?.focus({ preventScroll: true });
  }, [isPending]);
  return ref;
}

interface ActionsProps {
  readonly current: PoolSignal | null;
  /** Whether somebody else sends the signals. */
  readonly isTaken: boolean;
  readonly isReady: boolean;
  readonly onTake: (proposal: Proposal) => void;
  readonly children: ReactNode;
}

function Actions({ current, isTaken, isReady, onTake, children }: ActionsProps) {
  const isOwn = useIsOwnActor()(current?.actor);
  const canEnd = !isTaken && current !== null && current.kW !== 0;
  return (
    <div className="line">
      <Button type="submit" className="button primary" isDisabled={isTaken || !isReady}>
        Review…
      </Button>
      {canEnd && (
        <Button
          className="button"
          onPress={() => onTake(isOwn ? takingBack(current, Date.now()) : settingToZero(current))}
        >
          {isOwn ? 'Take back…' : 'Set to 0 kW…'}
        </Button>
      )}
      {children}
    </div>
  );
}

function PowerField({ text, setText, field }: ReturnType<typeof usePowerText>) {
  const problem = numberProblem(text, READING);
  return (
    <TextField className="field" value={text} onChange={setText} isInvalid={problem !== undefined}>
      <Label>Power in kW; plus is import</Label>
      <Input {...field} />
      <FieldError className="problem">{`“${text}” ${problem}`}</FieldError>
    </TextField>
  );
}

interface Sent {
  readonly signal: PoolSignal;
  readonly replaces: Proposal['replaces'];
}

/** Sends what was proposed and confirmed, one after the other. */
function useSignalSending(poolId: string) {
  const { pools } = useClient();
  const send = (proposal: Proposal) => {
    const { kW, replaces } = proposal;
    const validUntil = new Date(endOf(proposal, Date.now())).toISOString();
    // Only the signal that was shown may be ended by this.
    const ended = replaces && { replaces: replaces.signal.orderSequence };
    return async ({ options }: Try): Promise<Sent> => {
      const sending =
        replaces?.how === 'take_back'
          ? pools.takeBackSignal(poolId, replaces.signal.orderSequence, options)
          : pools.sendSignal(poolId, { kW, validUntil, ...ended }, options);
      return { signal: await sending, replaces };
    };
  };
  return useAct(send, { reads: [[POOLS, poolId]], isRepeated: true, queue: `signal of ${poolId}` });
}

function sentText({ signal: { sequence, kW, orderedkW, shortfallkW }, replaces }: Sent): string {
  if (replaces?.how === 'take_back') {
    const now = kW === 0 ? 'the pool is asked for nothing' : `${gridPowerText(kW)}, as before it, is asked for again`;
    return `✓ Signal ${replaces.signal.sequence} taken back: ${now}`;
  }
  const missing = missingText(shortfallkW);
  const short = missing === null ? '' : `; short by ${missing}`;
  return `✓ Signal ${sequence}: asked for ${gridPowerText(kW)}, ordered ${gridPowerText(orderedkW)}${short}`;
}

interface PowerSliderProps {
  readonly kW: number;
  readonly availability: PoolAvailability;
  readonly onMove: (text: string) => void;
}

/** Sets the figure, from all that is booked up to all that is booked down; it sends nothing. */
function PowerSlider({ kW, availability, onMove }: PowerSliderProps) {
  const [least, most] = [-Math.ceil(availability.export.bookedkW), Math.ceil(availability.import.bookedkW)];
  const isEmpty = least === most;
  return (
    <label className="field">
      <span className="field-label">
        {isEmpty
          ? 'Nothing is booked for this service now'
          : `From ${powerText(least)} (up) to ${powerText(most)} (down)`}
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
      />
    </label>
  );
}

/** The text of a power: what runs, until something is typed. With the focus it stays, so that what is typed replaces all. */
function usePowerText(runningKw: number) {
  const [typed, setTyped] = useState<string>();
  const [frozen, setFrozen] = useState<string>();
  const [isFresh, setFresh] = useState(false);
  const running = String(Math.round(runningKw * 10) / 10);
  const field = {
    onFocus: ({ target }: FocusEvent<HTMLInputElement>) => {
      setFrozen(running);
      setFresh(true);
      target.select();
    },
    // A press that gives the focus puts the caret where it was.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      if (isFresh && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
      setFresh(false);
    },
    onBlur: () => setFrozen(undefined),
  };
  return {
    text: typed ?? frozen ?? running,
    setText: setTyped,
    /** What was sent runs from now on. */
    settle: (kW: number) => {
      setTyped(undefined);
      setFrozen((text) => (text === undefined ? undefined : plainNumber(kW)));
    },
    field,
  };
}
