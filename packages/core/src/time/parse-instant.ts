const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MS_PER_DAY = 86_400_000;
const LAST_INSTANT_MS = Date.UTC(10_000, 0, 1) - 1;

/**
 * Reads an RFC 3339 date-time with seconds and an offset into milliseconds since 1970.
 * undefined for anything else: impossible dates, leap seconds, no offset, years outside 1970 to 9999.
 */
export function parseInstant(text: string): number | undefined {
  const fractionEnd = findFractionEnd(text);
  const offsetMs = parseOffset(text, fractionEnd);
  const instantMs = parseDate(text) + parseTime(text) + parseFraction(text, fractionEnd) - offsetMs;
  // A malformed part is NaN, and NaN fails both comparisons.
  return instantMs >= 0 && instantMs <= LAST_INSTANT_MS ? instantMs : undefined;
}

function parseDate(text: string): number {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (text[4] !== '-' || text[7] !== '-' || !(year >= 1969)) return Number.NaN;
  const monthLength = month === 2 && isLeapYear(year) ? 29 : DAYS_IN_MONTH[month - 1];
  if (monthLength === undefined || !(day >= 1 && day <= monthLength)) return Number.NaN;
  return daysSince1970(year, month, day) * MS_PER_DAY;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysSince1970(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477;
  const leapDayThisYear = month > 2 && isLeapYear(year) ? 1 : 0;
  return (year - 1970) * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDayThisYear + day - 1;
}

function parseTime(text: string): number {
  const separator = text[10];
  if ((separator !== 'T' && separator !== 't') || text[13] !== ':' || text[16] !== ':') return Number.NaN;
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  return hours <= 23 && minutes <= 59 && seconds <= 59 ? (hours * 3_600 + minutes * 60 + seconds) * 1_000 : Number.NaN;
}

/** Where the fraction ends; 19, where it would begin, if there is none. */
function findFractionEnd(text: string): number {
  if (text[19] !== '.') return 19;
  let end = 20;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

// Cut to the millisecond, not rounded.
function parseFraction(text: string, end: number): number {
  let ms = 0;
  for (let place = 20; place < 23; place += 1) ms = ms * 10 + (place < end ? text.charCodeAt(place) - 48 : 0);
  return ms;
}

function parseOffset(text: string, at: number): number {
  if (at === 20 || at > 29) return Number.NaN;
  const sign = text[at];
  if (sign === 'Z' || sign === 'z') return text.length === at + 1 ? 0 : Number.NaN;
  if (text[at + 3] !== ':' || text.length !== at + 6) return Number.NaN;
  const minutes = offsetMinutes(text, at + 1);
  if (sign === '+') return minutes * 60_000;
  return sign === '-' ? -minutes * 60_000 : Number.NaN;
}

function offsetMinutes(text: string, at: number): number {
  const hours = twoDigits(text, at);
  const minutes = twoDigits(text, at + 3);
  return hours <= 23 && minutes <= 59 ? hours * 60 + minutes : Number.NaN;
}

/** NaN if either is not a digit, so that every comparison fails. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
