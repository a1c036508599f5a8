export function kilowattText(power: number): string {
  return `${Number(power.toFixed(3))} kW`;
}
