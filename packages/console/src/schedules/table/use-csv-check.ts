import type { CsvTable } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.tsx';
import { useDebouncedText } from '../use-debounced-text.ts';

/** What the service would answer to a table, line by line; asked a moment after the last keystroke. */
export function useCsvCheck(siteId: string, table: CsvTable, version: number) {
  const client = useClient();
  const wanted = JSON.stringify(table);
  const settled = useDebouncedText(wanted);
  const asked = JSON.parse(settled) as CsvTable;
  const isEmpty = asked.csv.trim() === '';
  const { data, error } = useQuery({
    queryKey: ['site', siteId, 'check-table', settled, version],
    queryFn: () => client.fleet.validateCsv(siteId, { ...asked, plan: true }),
    enabled: !isEmpty,
  });
  return { answer: settled === wanted && !isEmpty ? data : undefined, error };
}
