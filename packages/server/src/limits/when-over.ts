import type { ServerResponse } from 'node:http';

/** Calls back once an answer is over, sent or not; at once if it is. `finished` of Node adds two listeners for each wait. */
export function whenOver(response: ServerResponse, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}
