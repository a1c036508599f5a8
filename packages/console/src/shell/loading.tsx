import { useEffect, useState } from 'react';

const SLOW_AFTER_MS = 4_000;

/** What is being read; after some seconds, that no answer has come. */
export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={isSlow ? 'loading is-stale' : 'loading'} role="status">
      {what}…{isSlow && ' The service has not answered yet; the page keeps trying.'}
    </p>
  );
}
