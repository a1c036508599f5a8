// What the log repeats, each with the character that stands for it. JSON escapes those: they are in no text. Stores
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
];

const codeOf = new Map(PHRASES.map(([code, phrase]) => [phrase, code]));
const phraseOf = new Map(PHRASES);
// The same phrases; one that begins like another comes before it.
const ANY_PHRASE =
  /\[\{"type":"(?:command\.accepted|batch\.accepted|entry\.started|entry\.completed)","at":|,"data":\{"(?:batchId|asset)":"|","version":|,"clientId":"|","commands":\[\{"asset":"|","isCleared":false\}|\},\{"type":"batch\.superseded","at":|,"by":"|\[\{"asset":"|","type":"|","entries":\[\{"startAt":"|\},\{"startAt":"|","startAt":"|","endAt":"|","value":|,"isLate":(?:true|false)\}\}|afrrActivationkW|mfrrActivationkW|activePowerkW/g;
// oxlint-disable-next-line no-control-regex
const ANY_CODE = /[\u0001-\u0008\u000b\u000c\u000e-\u001b]/g;

/** A text of the log with a character for each phrase that the log repeats. */
export function shortenText(text: string): string {
  return text.replace(ANY_PHRASE, (phrase) => codeOf.get(phrase) ?? phrase);
}

/** What `shortenText` was given. */
export function restoreText(text: string): string {
  return text.replace(ANY_CODE, (code) => phraseOf.get(code) ?? code);
}
