import type { Assets } from '@setpoint/contract';
import { unknownAssets } from '@setpoint/core';

/** The asset groups of a site as a report left them; all unknown when none came yet. */
export function assetsFromText(text: string | null): Assets {
  return text === null ? unknownAssets() : (JSON.parse(text) as Assets);
}
