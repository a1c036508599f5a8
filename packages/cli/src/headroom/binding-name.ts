import { sourceName } from '../plan/source-name.ts';

/** What allows no more, in words. */
export function bindingName(source: string): string {
  return source === 'energy' ? 'the stored energy' : sourceName(source);
}
