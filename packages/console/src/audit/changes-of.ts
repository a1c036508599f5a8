import type { AuditRecord } from '@setpoint/contract';

/** What is another value now, field by field. */
export function changesOf(before: AuditRecord['before'], after: AuditRecord['after']) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [was, is] = [textOf(before?.[name]), textOf(after?.[name])];
    if (was === is) return [];
    return [{ name, text: before === null ? is : `${was} → ${is}` }];
  });
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
