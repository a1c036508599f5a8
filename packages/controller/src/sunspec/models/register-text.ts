/** The text in registers: two letters in each, and nothing after the first that is none. */
export function registerText(registers: readonly number[]): string {
  const bytes = registers.flatMap((word) => [word >> 8, word & 0xff]);
  const end = bytes.findIndex((byte) => byte < 0x20 || byte > 0x7e);
  return String.fromCodePoint(...(end === -1 ? bytes : bytes.slice(0, end))).trim();
}
