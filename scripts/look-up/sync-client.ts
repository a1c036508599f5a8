import { readFileSync } from 'node:fs';

const MODEL = 'clients/python/src/setpoint/async_client.py';

/** From what awaits to what waits, in this order. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^""".*"""/,
    '# Written from async_client.py by `npm run look-up`: change that one.\n"""The client of a service."""',
  ],
  [/AsyncIterator, Callable, Coroutine/, 'Callable, Iterator'],
  [/, to be awaited| with `aclose`/g, ''],
  [/import asyncio\nimport json\nimport logging/, 'import json\nimport logging\nimport time'],
  [/Coroutine\[Any, Any, (\w+)\]/g, '$1'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basyncio(?=\.sleep)/g, 'time'],
  [/\b(?:async|await) /g, ''],
  [/\b(__)?a(?=(?:close|enter__|exit__|read|iter_bytes)\b)/g, '$1'],
];

/** The client for Python that waits, made from the one that is awaited. */
export function syncClient(): string {
  return WORDS.reduce((text, [from, to]) => text.replace(from, to), readFileSync(MODEL, 'utf8'));
}
