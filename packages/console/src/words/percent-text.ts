const DIGITS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const NONE = '–';

export function percentText(percent: number | null | undefined): string {
  return percent === null || percent === undefined ? NONE : `${DIGITS.format(percent)} %`;
}
