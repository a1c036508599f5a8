import type { Shell } from '../shell/shell.ts';
import { coveredText } from './covered-text.ts';

export async function releaseHold(shell: Shell, holdId: string): Promise<void> {
  const hold = await shell.client().holds.release(holdId);
  shell.print(
    hold,
    `Released the hold ${holdId}: ${coveredText(hold)}. The commands that it stopped are carried out again.`,
  );
}
