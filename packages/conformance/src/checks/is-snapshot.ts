import type { Happening } from '../happening.ts';

/** Whether a snapshot went to the controller. */
export function isSnapshot(one: Happening): one is Happening {
  return one.kind === 'packet' && (one.text.startsWith('◀ PUBLISH') || one.text.startsWith('◀ 200 to GET'));
}
