import { parseInstant } from './parse-instant.ts';

const LONGEST_SHOWN = 40;
const BARE_OFFSET = /([+-]\d\d)(\d\d)$/;

/** Why a text is no instant, for who wrote it. */
export function explainBadInstant(text: string): string {
  const shown = JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
  const problem = `${shown} is not an RFC 3339 date-time with seconds and an offset, from 1970 to 9999`;
  const [bare, hours, minutes] = BARE_OFFSET.exec(text) ?? [];
  const isOnlyBare = bare !== undefined && parseInstant(withColon(text)) !== undefined;
  return isOnlyBare ? `${problem}; write the offset as ${hours}:${minutes}, not ${bare}` : problem;
}

/** A text whose offset lacks the colon, with it; any other as it is. */
export function withColon(text: string): string {
  return text.replace(BARE_OFFSET, '$1:$2');
}
