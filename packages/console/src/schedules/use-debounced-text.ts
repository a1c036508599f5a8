import { useEffect, useState } from 'react';

const TYPING_MS = 350;

/** A text as it was when it was last typed in, a moment ago. */
export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
