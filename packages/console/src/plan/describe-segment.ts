import { issueText } from '../words/issue-text.ts';
import { labelOfPair } from '../words/pair-label.ts';
import { exactPowerText, minus } from '../words/power-text.ts';
import { assetPowerText } from '../words/value-text.ts';
import type { Segment, Step } from './segment.ts';

/** A segment of the plan in words: `250 kW import: grid setpoint 100 + aFRR activation 150. …` */
export function describeSegment(asset: string, segment: Segment): string {
  const { target, offset } = segment;
  const steps = stepsText(segment.because);
  const head = headText(asset, target, offset);
  const parts = [steps === '' ? head : `${head}${target === null ? '. ' : ': '}${steps}`];
  if (asset === 'grid') parts.push(...roomTexts(segment), ...reserveTexts(segment));
  else if (target === null) parts.push(...boundTexts(asset, segment));
  parts.push(...segment.issues.map(({ code, amount }) => `⚠ ${issueText(code)}${amountText(code, amount)}`));
  return `${parts.join('. ')}.`;
}

function headText(asset: string, target: number | null, offset: number | null): string {
  if (target !== null) return assetPowerText(asset, target);
  if (offset !== null && offset !== 0) return `no setpoint: own operation ${signed(offset)} kW`;
  return 'no setpoint: own operation';
}

function stepsText(because: readonly Step[]): string {
  return because
    .filter(({ delta, source }, index) => index === 0 || delta !== 0 || source === 'order')
    .map((step, index) => stepText(step, index === 0))
    .join('')
    .replace(/,$/, '');
}

function stepText({ source, delta, after, order }: Step, isFirst: boolean): string {
  const name = order === undefined ? sourceText(source) : orderText(order);
  if (isLimit(source)) return isFirst ? `${name} ${number(after)}` : `, cut to ${number(after)} by the ${name},`;
  // Without a setpoint, the order says how much is added to the site's own operation.
  if (isFirst) return `${name} ${number(after)}${order === undefined ? '' : ' kW'}`;
  return ` ${delta < 0 ? '−' : '+'} ${name} ${number(Math.abs(delta))}`;
}

function orderText({ service, sequence }: NonNullable<Step['order']>): string {
  return `${service === 'afrr' ? 'aFRR' : 'mFRR'} order (signal ${sequence})`;
}

function sourceText(source: string): string {
  if (source === 'rating') return 'rating';
  const label = labelOfPair(source);
  return /^[am]FRR|^FCR/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

function isLimit(source: string): boolean {
  return source === 'rating' || /Limit/.test(source);
}

function roomTexts({ target, lo, hi }: Segment): string[] {
  if (target === null) return boundTexts('grid', { lo, hi });
  const texts: string[] = [];
  if (hi !== null) texts.push(`${exactPowerText(hi - target)} below the upper limit of ${number(hi)}`);
  if (lo !== null) texts.push(`${exactPowerText(target - lo)} above the lower limit of ${number(lo)}`);
  return texts.length === 0 ? [] : [capital(texts.join(', '))];
}

function boundTexts(asset: string, { lo, hi }: Pick<Segment, 'lo' | 'hi'>): string[] {
  if (lo === null && hi === null) return [];
  const text = (bound: number | null) => (bound === null ? 'any' : assetPowerText(asset, bound));
  return [`Allowed: ${text(lo)} to ${text(hi)}`];
}

function reserveTexts({ reserveImport, reserveExport }: Segment): string[] {
  const parts: string[] = [];
  if (reserveImport && reserveImport === reserveExport) return [`Reserved: ${exactPowerText(reserveImport)} each way`];
  if (reserveImport) parts.push(`${exactPowerText(reserveImport)} import`);
  if (reserveExport) parts.push(`${exactPowerText(reserveExport)} export`);
  return parts.length === 0 ? [] : [`Reserved: ${parts.join(', ')}`];
}

function amountText(code: string, amount: number | null): string {
  if (amount === null) return '';
  return ` by ${exactPowerText(amount)}${code === 'energy' ? 'h' : ''}`;
}

function number(value: number): string {
  return exactPowerText(value).replace(/ kW$/, '');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'} ${minus(number(Math.abs(value)))}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
