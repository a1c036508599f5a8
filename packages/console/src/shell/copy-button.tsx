import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';

const SHOWN_MS = 2_000;

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly children: ReactNode;
}

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Copying is not allowed'),
    );
  };
  return (
    <>
      <Button className="button small" onPress={copy} aria-label={label}>
        {said ?? children}
      </Button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
