import type { Shell } from '../shell/shell.ts';
import { printHold } from './print-hold.ts';

export async function showHold(shell: Shell, holdId: string): Promise<void> {
  const { holds } = shell.client();
  await printHold(shell, holds, await holds.read(holdId));
}
