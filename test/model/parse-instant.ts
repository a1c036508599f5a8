const shape = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

const lastInstant = 253_402_300_799_999; // the final millisecond of the year 9999, UTC

/** Milliseconds since 1970, or undefined where the text names no instant that a schedule may use. */
export function parseInstant(text: string): number | undefined {
  if (!shape.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const timeOfDay = timeOfDayMs(text);
  const offset = offsetMs(text);
  if (!isDate(year, month, day) || timeOfDay === undefined || offset === undefined) return undefined;
  const instant = daysSince1970(year, month, day) * 86_400_000 + timeOfDay - offset;
  return instant >= 0 && instant <= lastInstant ? instant : undefined;
}

function timeOfDayMs(text: string): number | undefined {
  const hour = Number(text.slice(11, 13));
  const minute = Number(text.slice(14, 16));
  const second = Number(text.slice(17, 19));
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  const ms = Number(digits.padEnd(3, '0').slice(0, 3));
  return hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
}

function offsetMs(text: string): number | undefined {
  if (/[Zz]$/.test(text)) return 0;
  const hours = Number(text.slice(-5, -3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  const size = hours * 3_600_000 + minutes * 60_000;
  return text.at(-6) === '-' ? -size : size;
}

function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
}

// Counts year by year and month by month: slow, and nothing in it can be wrong by one.
function daysSince1970(year: number, month: number, day: number): number {
  let days = day - 1;
  for (let past = 1; past < month; past++) days += daysInMonth(year, past);
  for (let past = 1970; past < year; past++) days += isLeapYear(past) ? 366 : 365;
  for (let later = year; later < 1970; later++) days -= isLeapYear(later) ? 366 : 365;
  return days;
}
