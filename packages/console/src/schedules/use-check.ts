import type { AssetScheduleCommand, ScheduleValidation } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { useDebouncedText } from './use-debounced-text.ts';

export interface Checked {
  readonly siteId: string;
  readonly commands: readonly AssetScheduleCommand[];
  readonly version: number;
  readonly window: { readonly fromMs: number; readonly toMs: number };
}

/** What the service would answer to these commands; asked a moment after the last keystroke. */
export function useCheck({ siteId, commands, version, window }: Checked) {
  const client = useClient();
  const text = useDebouncedText(JSON.stringify(commands));
  const plan = { from: new Date(window.fromMs).toISOString(), to: new Date(window.toMs).toISOString() };
  const asked = JSON.parse(text) as AssetScheduleCommand[];
  const query = useQuery({
    queryKey: ['site', siteId, 'check', text, version, plan.from],
    queryFn: (): Promise<ScheduleValidation> => client.fleet.validate(siteId, asked, { plan }),
    enabled: asked.length > 0,
    placeholderData: (before) => before,
  });
  return { ...query, isCurrent: text === JSON.stringify(commands) && !query.isPlaceholderData };
}
