const PRODUCT = 'Setpoint';

export function titleText(parts: readonly (string | undefined)[]): string {
  return [...parts.filter((part) => part !== undefined && part !== ''), PRODUCT].join(' · ');
}
