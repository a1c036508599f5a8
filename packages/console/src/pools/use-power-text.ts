import { plainNumber } from '@setpoint/contract';
import { type FocusEvent, type MouseEvent, useState } from 'react';

/** The text of a power: what runs, until something is typed. With the focus it stays, so that what is typed replaces all. */
export function usePowerText(runningKw: number) {
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
