// What the log repeats, each with the character that stands for it, or two. JSON escapes those: they are in no text. Stores
// hold them, so nothing here ever changes its character; new ones come at the end.
const PHRASES: readonly (readonly [code: string, phrase: string])[] = [
  ['\u0001', '[{"type":"command.accepted","at":'],
  ['\u0002', '[{"type":"batch.accepted","at":'],
  ['\u0003', ',"data":{"batchId":"'],
  ['\u0004', '","version":'],
  ['\u0005', ',"clientId":"'],
  ['\u0006', '","commands":[{"asset":"'],
  ['\u0007', '","isCleared":false}'],
  ['\u0008', '},{"type":"batch.superseded","at":'],
  ['\u000b', ',"by":"'],
  ['\u000c', '[{"type":"entry.started","at":'],
  ['\u000e', '[{"type":"entry.completed","at":'],
  ['\u000f', ',"data":{"asset":"'],
  ['\u0010', '[{"asset":"'],
  ['\u0011', '","type":"'],
  ['\u0012', '","entries":[{"startAt":"'],
  ['\u0013', '},{"startAt":"'],
  ['\u0014', '","startAt":"'],
  ['\u0015', '","endAt":"'],
  ['\u0016', '","value":'],
  ['\u0017', ',"isLate":true}}'],
  ['\u0018', ',"isLate":false}}'],
  ['\u0019', 'afrrActivationkW'],
  ['\u001a', 'mfrrActivationkW'],
  ['\u001b', 'activePowerkW'],
  ['\u001fA', '[{"type":"command.accepted","data":{"asset":"'],
  ['\u001fB', '[{"type":"batch.accepted","data":{"batchId":"'],
  ['\u001fC', '},{"type":"batch.superseded","data":{"batchId":"'],
  ['\u001fD', 'grid","type":"afrrActivationkW","version":'],
  ['\u001fE', '}}]'],
];

const INSTANT_CODE = '\u001c';
const MS_CODE = '\u001d';
const ID_CODE = '\u001e';

const codeOf = new Map(PHRASES.map(([code, phrase]) => [phrase, code]));
const phraseOf = new Map(PHRASES);
// The same phrases, one that begins like another before it; then instants, and those that are milliseconds.
const ANY_PHRASE =
  /\[\{"type":"(?:command\.accepted","data":\{"asset|batch\.accepted","data":\{"batchId)":"|\},\{"type":"batch\.superseded","data":\{"batchId":"|grid","type":"afrrActivationkW","version":|\}\}\]|\[\{"type":"(?:command\.accepted|batch\.accepted|entry\.started|entry\.completed)","at":|,"data":\{"(?:batchId|asset)":"|","version":|,"clientId":"|","commands":\[\{"asset":"|","isCleared":false\}|\},\{"type":"batch\.superseded","at":|,"by":"|\[\{"asset":"|","type":"|","entries":\[\{"startAt":"|\},\{"startAt":"|","startAt":"|","endAt":"|","value":|,"isLate":(?:true|false)\}\}|afrrActivationkW|mfrrActivationkW|activePowerkW|[12]\d{3}-(?:0[1-9]|1[0-2])-[0-3]\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z|[12]\d{12}/g;
// oxlint-disable-next-line no-control-regex
const ANY_CODE = /\u001f[A-E]|[\u0001-\u0008\u000b\u000c\u000e-\u001b]|[\u001c\u001d][\w-]{7}/g;

const ANY_ID = /"[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}"/g;
// oxlint-disable-next-line no-control-regex
const ANY_SHORT_ID = /\u001e[\w-]{22}/g;

/** A text with 23 characters for each id of 36 in quotes, which takes half the time to compress, and less room. */
export function shortenIds(text: string): string {
  return text.replace(
    ANY_ID,
    (id) => ID_CODE + Buffer.from(id.slice(1, -1).replaceAll('-', ''), 'hex').toString('base64url'),
  );
}

/** What `shortenIds` was given. */
export function restoreIds(text: string): string {
  return text.replace(ANY_SHORT_ID, (short) => {
    const hex = Buffer.from(short.slice(1), 'base64url').toString('hex');
    return `"${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}"`;
  });
}

/** A text of the log with a character for each phrase that the log repeats, and eight for an instant. */
export function shortenText(text: string): string {
  return text.replace(ANY_PHRASE, (phrase) => codeOf.get(phrase) ?? shortenedInstant(phrase));
}

/** What `shortenText` was given. */
export function restoreText(text: string): string {
  return text.replace(ANY_CODE, (code) => phraseOf.get(code) ?? restoredInstant(code));
}

const MS_LENGTH = 13;

function shortenedInstant(phrase: string): string {
  if (phrase.length === MS_LENGTH) return MS_CODE + digitsOf(Number(phrase));
  const ms = Date.parse(phrase);
  return ms >= 0 && ms < MOST_MS && isOfMonth(phrase, ms) ? INSTANT_CODE + digitsOf(ms) : phrase;
}

// The 30th of February would come back as a day in March.
function isOfMonth(phrase: string, ms: number): boolean {
  const day = phrase.slice(8, 10);
  return (day >= '01' && day <= '28') || new Date(ms).toISOString() === phrase;
}

function restoredInstant(code: string): string {
  const ms = numberOf(code.slice(1));
  return code.startsWith(MS_CODE) ? String(ms) : new Date(ms).toISOString();
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BASE = DIGITS.length;
const MOST_MS = BASE ** 7;
const PAIRS = Array.from({ length: BASE ** 2 }, (_, at) => DIGITS.charAt(at / BASE) + DIGITS.charAt(at % BASE));
const PAIR_BASE = PAIRS.length;

function digitsOf(ms: number): string {
  const high = Math.floor(ms / PAIR_BASE ** 2);
  const low = ms % PAIR_BASE ** 2;
  const pair = (at: number) => PAIRS[at] ?? '';
  return (
    DIGITS.charAt(high / PAIR_BASE) + pair(high % PAIR_BASE) + pair(Math.floor(low / PAIR_BASE)) + pair(low % PAIR_BASE)
  );
}

function numberOf(digits: string): number {
  let ms = 0;
  for (const digit of digits) ms = ms * BASE + DIGITS.indexOf(digit);
  return ms;
}
