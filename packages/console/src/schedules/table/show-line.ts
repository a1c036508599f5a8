/** Selects a line in a field, and scrolls to it. */
export function showLine(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  // The browser keeps one character for each end of a line.
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 3);
}
