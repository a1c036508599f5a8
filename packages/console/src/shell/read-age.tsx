import { agoText } from '../words/ago-text.ts';
import { isStale } from './is-stale.ts';
import { useNow } from './use-now.ts';

/** How old a figure is, once it is old. */
export function ReadAge({ readAt }: { readonly readAt: number }) {
  const now = useNow();
  return isStale(readAt, now) ? <small className="read-age">{`as of ${agoText(now - readAt)}`}</small> : null;
}
