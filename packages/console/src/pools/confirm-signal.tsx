import { actorText, type PoolAvailability, type PoolSignal, type PoolStatus } from '@setpoint/contract';
import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { changeText } from '../words/power-text.ts';
import { assetPowerText } from '../words/value-text.ts';
import { exactWhenText } from '../words/when-text.ts';
import { endOf, type Proposal } from './proposal.ts';
import { signalQuestion } from './signal-question.ts';
import { usePoolZone } from './use-pool-zone.ts';

export interface ConfirmSignalProps {
  readonly pool: PoolStatus;
  readonly proposal: Proposal;
  /** What the pool is asked for now. */
  readonly current: PoolSignal | null;
  readonly availability: PoolAvailability | undefined;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Says what will happen if a signal is sent, and asks. */
export function ConfirmSignal({ pool, proposal, current, availability, ...answers }: ConfirmSignalProps) {
  const [isSure, setSure] = useState(false);
  const { kW } = proposal;
  const question = signalQuestion(kW, availability);
  return (
    <ConfirmDialog
      isOpen
      {...wordsOf(pool.poolName, proposal)}
      isUnanswered={question !== undefined && !isSure}
      {...answers}
    >
      <Change pool={pool} proposal={proposal} current={current} />
      {proposal.replaces?.how === 'take_back' && (
        <p>
          {kW === 0
            ? 'The pool is then asked for nothing.'
            : 'The signal before it is then in force again, until it ends.'}
        </p>
      )}
      {question !== undefined && (
        <div className="notice notice-warn">
          <p>
            <strong>{question}</strong>
          </p>
          <Checkbox className="check" isSelected={isSure} onChange={setSure}>
            <span className="check-box" aria-hidden="true" />
            Ask for it all the same
          </Checkbox>
        </div>
      )}
    </ConfirmDialog>
  );
}

type ChangeProps = Pick<ConfirmSignalProps, 'pool' | 'proposal' | 'current'>;

function Change({ pool: { poolId, memberCount }, proposal, current }: ChangeProps) {
  const now = useNow();
  const timeZone = usePoolZone(poolId);
  const endsAt = endOf(proposal, now);
  const [, place] = timeZone.split('/');
  return (
    <p className="signal-change">
      <b>{changeText(current?.kW ?? 0, proposal.kW)}</b>
      {`, ${countText(memberCount, 'site')}, ${durationText(endsAt - now)}, `}
      {`ends ${exactWhenText(endsAt, { timeZone, now })} (${place?.replaceAll('_', ' ') ?? timeZone})`}
    </p>
  );
}

function wordsOf(poolName: string, { kW, replaces }: Proposal): { readonly label: string; readonly title: string } {
  if (replaces === undefined) return { label: 'Send', title: `Ask ${poolName} for ${assetPowerText('grid', kW)}?` };
  const { how, signal } = replaces;
  return how === 'take_back'
    ? { label: 'Take back', title: `Take back signal ${signal.sequence}?` }
    : { label: 'Set to 0 kW', title: `End signal ${signal.sequence}${byText(signal)} and set ${poolName} to 0 kW?` };
}

function byText({ actor }: PoolSignal): string {
  return actor === null ? '' : ` by ${actorText(actor)}`;
}
